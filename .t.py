from random import Random
from tests.laws.cases import CASES
from tests.service.handlers.test_arranging import played
from openapi.table_course import new_context, Hours
from service.handlers.create_game import NewGame, create_game
from service.handlers.new_seats import NewSeat
from service.clients.authentication import Caller
from workers.playing import play
import time
ctx=new_context(Hours())
for c in CASES:
    if c.ruleset.name not in ctx.rulesets or c.seats>4: continue
    r,(o,*ev)=played(c,Random(3))
    wish=NewGame(c.ruleset.name,[NewSeat("ai")]*c.seats,map=c.map,modules=c.modules,options=dict(c.options),seed="x",sandbox=True)
    try:
        made=create_game(ctx,wish)
        # same opening? use setup events of this game
        g=ctx.games.load(made.id)
        t=time.process_time()
        n=play(ctx,made.id,g.version)
        print(c.name, n, ctx.games.load(made.id).version, round(time.process_time()-t,2))
    except Exception as e: print(c.name, "ERR", repr(e)[:200])
