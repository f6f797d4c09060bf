/** Starts the page. */
import { render } from "preact";
import { hasLiveServer } from "./live.ts";
import { fail, startState } from "./state.ts";
import { App } from "./views/App.tsx";

render(<App />, document.getElementById("app")!);
startState().catch(fail);
// The local server's page holds a token and is never cached.
if (!hasLiveServer()) navigator.serviceWorker?.register("./service-worker.js").catch(() => {});
