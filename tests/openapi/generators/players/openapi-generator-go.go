// Plays with the client that openapi-generator makes for Go: `play BASE`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	longroad "github.com/GIT_USER_ID/GIT_REPO_ID"
)

var client *longroad.APIClient

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func made(ruleset string, count int) (string, []context.Context) {
	seats := []longroad.SeatDraft{}
	for len(seats) < count {
		seats = append(seats, *longroad.NewSeatDraft("human"))
	}
	draft := longroad.NewGameDraft(ruleset, seats)
	draft.SetUndo("free")
	game, _, err := client.GamesAPI.CreateGame(context.Background()).GameWish(longroad.GameWish{GameDraft: draft}).Execute()
	check(err)
	players := []context.Context{}
	for _, seat := range game.Seats {
		players = append(players, context.WithValue(context.Background(), longroad.ContextAccessToken, seat.GetToken()))
	}
	return game.Id, players
}

func next(game string, players []context.Context) (context.Context, longroad.CommandBody) {
	for _, player := range players {
		legal, _, err := client.PlayAPI.GetLegalActions(player, game).Execute()
		check(err)
		if !legal.MustAct {
			continue
		}
		if len(legal.Actions) > 0 {
			return player, longroad.CommandBody{Command: &legal.Actions[0].Command}
		}
		return player, longroad.CommandBody{Command: &legal.Templates[0].Example}
	}
	return nil, longroad.CommandBody{}
}

func play(game string, players []context.Context, most int) (last context.Context) {
	for count := 0; count < most; count++ {
		player, command := next(game, players)
		if player == nil {
			break
		}
		_, _, err := client.PlayAPI.PostCommands(player, game).CommandBody(command).Execute()
		check(err)
		last = player
	}
	return last
}

func events(player context.Context, game string) (all []longroad.Event) {
	for after := "0"; ; {
		page, _, err := client.PlayAPI.ListEvents(player, game).After(after).Limit(5).Execute()
		check(err)
		all = append(all, page.Events...)
		if page.Next == nil {
			return all
		}
		after = *page.Next
	}
}

func main() {
	configuration := longroad.NewConfiguration()
	configuration.Servers = longroad.ServerConfigurations{{URL: os.Args[1]}}
	client = longroad.NewAPIClient(configuration)
	dice, pair := made("catan-dice", 2)
	play(dice, pair, 1000)
	catan, players := made("catan", 3)
	mover := play(catan, players, 10)
	player, command := next(catan, players)
	dry, _, err := client.PlayAPI.TryCommands(player, catan).CommandBody(command).Execute()
	check(err)
	undo, _, err := client.HistoryAPI.RequestUndo(mover, catan).Prefer("wait=30").Undo(*longroad.NewUndo()).Execute()
	check(err)
	branch, _, err := client.HistoryAPI.CreateBranch(mover, catan).Branch(*longroad.NewBranch(5)).Execute()
	check(err)
	told := map[string]interface{}{"dice": dice, "catan": catan, "legal": dry.Legal, "undo": undo.Job.Status, "branch": branch.Id, "events": len(events(mover, catan))}
	text, err := json.Marshal(told)
	check(err)
	fmt.Println(string(text))
}
