import { SingleBar } from "cli-progress";

/** What one stage cost, for the closing table. */
interface StageCost {
  name: string;
  seconds: number;
  note: string;
}

/** Runs stages one after the other and says what each cost. Everything goes to standard error. */
export class Stages {
  readonly #costs: StageCost[] = [];

  async run<T>(name: string, body: () => Promise<T>, note: (result: T) => string = () => ""): Promise<T> {
    const start = performance.now();
    process.stderr.write(`${name} ...\n`);
    const result = await body();
    const seconds = (performance.now() - start) / 1000;
    const cost = { name, seconds, note: note(result) };
    this.#costs.push(cost);
    process.stderr.write(`${name}: ${seconds.toFixed(1)} s${cost.note && `, ${cost.note}`}\n`);
    return result;
  }

  /** The table of all stages, with the peak memory of this process in MB. */
  summary(): string {
    const width = Math.max(...this.#costs.map(({ name }) => name.length));
    const lines = this.#costs.map(
      ({ name, seconds }) => `  ${name.padEnd(width)} ${seconds.toFixed(1).padStart(6)} s`,
    );
    const all = this.#costs.reduce((sum, { seconds }) => sum + seconds, 0);
    const peak = process.resourceUsage().maxRSS / 1024;
    return [
      ...lines,
      `  ${"all".padEnd(width)} ${all.toFixed(1).padStart(6)} s, peak memory ${peak.toFixed(0)} MB`,
    ].join("\n");
  }
}

/** A progress bar on standard error with count, rate and time left. */
export function progressBar(label: string): { update(done: number, total: number): void; stop(): void } {
  const format = `  ${label} {bar} {value}/{total} | {rate}/s | {eta_formatted} left`;
  const bar = new SingleBar({
    format,
    stream: process.stderr,
    etaBuffer: 200,
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  let started = 0;
  return {
    update(done, total) {
      if (started === 0) {
        started = performance.now();
        bar.start(total, 0, { rate: "-" });
      }
      const seconds = Math.max((performance.now() - started) / 1000, 0.001);
      const rate = done / seconds;
      bar.update(done, { rate: rate.toFixed(rate < 10 ? 1 : 0) });
    },
    stop() {
      if (started > 0) bar.stop();
    },
  };
}
