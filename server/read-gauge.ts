import { Gauge, type Registry } from 'prom-client'

type Described<Label extends string> = {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly Label[]
}

/**
 * Adds a gauge whose values are read for each scrape. If they cannot be read, the gauge has no values, because
 * operators need the other metrics most while the database is down.
 */
export function addReadGauge<T, Label extends string>(
  registers: Registry[],
  { name, help, labelNames = [] }: Described<Label>,
  read: () => Promise<T>,
  set: (gauge: Gauge<Label>, value: T) => void,
): void {
  new Gauge<Label>({
    name,
    help,
    labelNames: [...labelNames],
    registers,
    async collect() {
      this.reset()
      const found = await read().then(
        value => ({ value }),
        () => null,
      )
      if (found) set(this, found.value)
    },
  })
}
