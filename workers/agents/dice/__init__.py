"""The optimal agent of the dice game plays by an exact dynamic programme over sheets and turns."""
