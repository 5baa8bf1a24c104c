import { prizes } from '#campaign/prizes.ts'
import { runInProcess } from './run-in-process.ts'

process.exitCode = await runInProcess(process.argv.slice(2), prizes)
