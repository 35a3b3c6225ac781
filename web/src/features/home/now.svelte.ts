/** How often deadlines are worded anew: today becomes yesterday. */
const REFRESH_MS = 30_000;

/** The current time, accurate to about half a minute. For a component: it starts a timer that ends with it. */
export class Now {
  ms = $state(Date.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.ms = Date.now()), REFRESH_MS);
      return () => clearInterval(timer);
    });
  }
}
