// Plays with the client that openapi-generator makes for Java: `java Play BASE`.
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.HistoryApi;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.model.*;

public class Play {
  record Game(String id, List<ApiClient> players) {}

  record Move(ApiClient player, CommandBody command) {}

  static String base;

  static ApiClient client(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(base);
    if (token != null) client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    return client;
  }

  static Game made(String ruleset, int count) throws ApiException {
    SeatDraft[] seats = new SeatDraft[count];
    Arrays.setAll(seats, seat -> new SeatDraft().kind(SeatDraft.KindEnum.HUMAN));
    GameDraft draft = new GameDraft().ruleset(ruleset).seats(List.of(seats)).undo(GameDraft.UndoEnum.FREE);
    Created game = new GamesApi(client(null)).createGame(new GameWish(draft), null);
    return new Game(game.getId(), game.getSeats().stream().map(seat -> client(seat.getToken())).toList());
  }

  static Move next(Game game) throws ApiException {
    for (ApiClient player : game.players()) {
      LegalActions legal = new PlayApi(player).getLegalActions(game.id());
      if (!legal.getMustAct()) continue;
      boolean isListed = !legal.getActions().isEmpty();
      Command command = isListed ? legal.getActions().get(0).getCommand() : legal.getTemplates().get(0).getExample();
      return new Move(player, new CommandBody(command));
    }
    return null;
  }

  static ApiClient play(Game game, int most) throws ApiException {
    ApiClient last = null;
    for (int count = 0; count < most; count++) {
      Move move = next(game);
      if (move == null) break;
      last = move.player();
      new PlayApi(last).postCommands(game.id(), move.command(), null, null);
    }
    return last;
  }

  static List<Event> events(ApiClient player, String game) throws ApiException {
    List<Event> events = new ArrayList<>();
    for (String after = "0"; after != null; ) {
      EventPage page = new PlayApi(player).listEvents(game, after, 5, null, null, null, null, null);
      events.addAll(page.getEvents());
      after = page.getNext();
    }
    return events;
  }

  public static void main(String[] arguments) throws Exception {
    base = arguments[0];
    Game dice = made("catan-dice", 2);
    play(dice, 1000);
    Game catan = made("catan", 3);
    ApiClient mover = play(catan, 10);
    Move move = next(catan);
    DryRun dry = new PlayApi(move.player()).tryCommands(catan.id(), move.command(), null);
    Moved undo = new HistoryApi(mover).requestUndo(catan.id(), null, "wait=30", new Undo());
    Created branch = new HistoryApi(mover).createBranch(catan.id(), new Branch().version(5), null);
    int events = events(mover, catan.id()).size();
    Map<String, Object> told = Map.of("dice", dice.id(), "catan", catan.id(), "legal", dry.getLegal(),
        "undo", undo.getJob().getStatus().getValue(), "branch", branch.getId(), "events", events);
    System.out.println(new ObjectMapper().writeValueAsString(told));
  }
}
