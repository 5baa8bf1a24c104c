import { runInProcess } from '#server/cli/run-in-process.ts'

/** Runs the organiser's command line for an app that advertises a single prize. ADVERTISED is the number of pieces. */
const count = Number(process.env.ADVERTISED)
const prize = {
  key: 'prize',
  titleTh: 'บัตรคอนเสิร์ต',
  titleEn: 'Concert ticket',
  valueBaht: 1000,
  delivery: 'seat',
  count,
} as const
process.exitCode = await runInProcess(process.argv.slice(2), [prize])
