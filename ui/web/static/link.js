// The connection to the table: what comes in is handed on, taps go out under numbers of their own until they are answered.
//
//   lost ──at once, then twice a second──> connecting ──welcome, the newest model──> on ──no sign of life──> lost
//
// A tap that was not answered is sent again with its number, the epoch and the model it was meant for: the host counts it once.

const PROTOCOL = "tablewright/table@1";
const BEAT_MS = 1500; // how often a silent host is asked for a sign of life
const SILENT_MS = 1500; // how long it may take
const AGAIN_MS = 400; // between two tries
const UNANSWERED_MS = 2000; // then a tap is sent again: the host counts it once
const REMOVED = 4001;
const TOO_OLD = 4002;

export class Link {
  #socket = null;
  #state = "connecting";
  #epoch = 0;
  #number = 0;
  #next = 1;
  #open = new Map(); // number of a tap -> the message and who waits for its answer
  #heard = 0;
  #asked = 0;
  #tries = 0;

  // hear: {model, state, out, closed, welcome, old}
  constructor(hear) {
    this.hear = hear;
    addEventListener("offline", () => this.#lost());
    addEventListener("online", () => this.#connect());
    document.addEventListener("visibilitychange", () => document.hidden || this.#beat());
    setInterval(() => this.#beat(), 500);
    this.#connect();
  }

  get state() {
    return this.#state;
  }

  // A promise of the answer; null when there is no connection to send it over.
  tap(does, what = "", at = null) {
    if (this.#state !== "on") return null;
    const message = { type: "tap", id: this.#next++, epoch: this.#epoch, seen: this.#number, does, what, at };
    return new Promise((resolve) => {
      this.#open.set(message.id, { message, resolve, sent: performance.now() });
      this.#send(message);
    });
  }

  #connect() {
    if (this.#socket !== null) return;
    this.#become("connecting");
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/wire`);
    this.#socket = socket;
    this.#heard = performance.now();
    this.#asked = this.#heard; // a try that gets nowhere is given up like a silent host
    socket.onopen = () => this.#hello();
    socket.onmessage = (event) => socket === this.#socket && this.#take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (event.code === REMOVED) this.#become("out");
      else {
        if (event.code === TOO_OLD) this.hear.old();
        this.#lost();
      }
    };
  }

  #lost() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) socket.close();
    if (this.#state === "out") return;
    this.#become("lost");
    this.#tries += 1;
    if (this.#tries % 5 === 0) this.#knock();
    setTimeout(() => this.#connect(), AGAIN_MS);
  }

  // The host answers, and does not know this device any more: back to the door.
  async #knock() {
    try {
      const answer = await fetch("/table", { redirect: "manual" });
      if (answer.type === "opaqueredirect") location.assign("/");
    } catch {
      // no network: the next try tells
    }
  }

  #hello() {
    this.#send({ type: "hello", protocol: PROTOCOL, epoch: this.#epoch, has: this.#number });
  }

  #beat() {
    const now = performance.now();
    if (this.#socket === null || this.#state === "out") return;
    for (const open of this.#open.values()) {
      if (this.#state !== "on" || now - open.sent < UNANSWERED_MS) continue;
      open.sent = now;
      this.#send(open.message);
    }
    if (this.#asked > 0 && now - this.#asked > (this.#state === "on" ? SILENT_MS : 3 * SILENT_MS)) this.#lost();
    else if (this.#asked === 0 && now - this.#heard > BEAT_MS) {
      this.#asked = now;
      this.#send({ type: "ping" });
    }
  }

  #send(message) {
    if (this.#socket !== null && this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.hear.state(state);
  }

  #take(frame) {
    this.#heard = performance.now();
    this.#asked = 0;
    switch (frame.type) {
      case "welcome":
        this.#welcome(frame);
        break;
      case "model":
        if (!frame.whole && frame.number <= this.#number) break; // old state is never written over new
        if (!frame.whole && frame.from > this.#number) {
          this.#hello(); // something between was lost on the way
          break;
        }
        this.#number = frame.number;
        this.hear.model(frame);
        this.#become("on"); // until now the page shows what was
        break;
      case "pong":
        if (frame.number > this.#number) this.#hello(); // the newest model was lost on the way
        else if (frame.number > 0 && frame.number === this.#number) this.#become("on"); // nothing was missed
        break;
      case "answer": {
        const open = this.#open.get(frame.id);
        this.#open.delete(frame.id);
        if (open) open.resolve(frame);
        break;
      }
      case "closed": // another table may be opened in its place: it is looked for, as after any loss
        this.hear.closed(frame.words);
        break;
      case "out":
        this.#become("out");
        this.hear.out(frame.words);
        break;
    }
  }

  #welcome(frame) {
    if (frame.epoch !== this.#epoch) this.#number = 0;
    this.#epoch = frame.epoch;
    this.#next = Math.max(this.#next, frame.next);
    this.#tries = 0;
    this.hear.welcome(frame);
    this.#send({ type: "ping" }); // whether the page shows the newest model, where none comes
    for (const open of this.#open.values()) {
      open.sent = performance.now();
      this.#send(open.message);
    }
  }
}
