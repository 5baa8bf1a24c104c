// Preload script that makes a process's clock run faster and start at a time of day that the parent process chooses.
// This way, a lease of two minutes expires in seconds, and the quiet hours do not stop a run at night. Timers run
// faster by the same factor, so that a timeout is still shorter than a lease.
// FAST_CLOCK is `machine time,clock time,speed` (see fast-clock.ts).
const [machine, start, speed] = (process.env.FAST_CLOCK ?? '').split(',').map(Number)
if (![machine, start, speed].every(Number.isFinite)) throw new Error('FAST_CLOCK: must be three numbers')

const machineNow = Date.now
const now = () => Math.floor(start + (machineNow() - machine) * speed)
Date.now = now
// A proxy instead of a subclass, so that the database driver's dates are still instances of Date.
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new Date(now()).toString(),
})

for (const name of ['setTimeout', 'setInterval']) {
  const real = globalThis[name]
  globalThis[name] = Object.assign((run, ms = 0, ...given) => real(run, ms / speed, ...given), real)
}
const { timeout } = AbortSignal
AbortSignal.timeout = ms => timeout.call(AbortSignal, Math.ceil(ms / speed))
