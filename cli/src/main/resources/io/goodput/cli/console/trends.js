const SECONDS = 60;

/** The last minute of each partition near the top. */
export class Trends {
  #trends = new Map();

  add(key, value, time) {
    const trend = this.#trends.get(key) ?? { values: [], time };
    trend.values.push(value);
    if (trend.values.length > SECONDS) {
      trend.values.shift();
    }
    trend.time = time;
    this.#trends.set(key, trend);
  }

  /** Forgets those without a value for a minute. */
  forget(time) {
    for (const [key, trend] of this.#trends) {
      if (time - trend.time > 1000 * SECONDS) {
        this.#trends.delete(key);
      }
    }
  }

  of(key) {
    return this.#trends.get(key)?.values ?? [];
  }
}
