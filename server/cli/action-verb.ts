import { type ActionName, type Actions, type FileActionName, actions as rows } from '#contract/actions.ts'
import type { Acting, Done } from '#server/action.ts'
import { actions } from '#server/desk/actions.ts'
import type { Context, Outcome, Verb } from './verb.ts'
import { drawProgress } from './with-progress.ts'

type Code = typeof actions
/** The actions that a verb can run; the others make files. */
type RunName = { [N in ActionName]: Code[N] extends { run: unknown } ? N : never }[ActionName]
type Run<N extends RunName> = Code[N] extends { run: infer F extends (...args: never[]) => unknown }
  ? F
  : never
type Input<N extends RunName> = Omit<Parameters<Run<N>>[1], 'action'>
type Result<N extends RunName> = Awaited<ReturnType<Run<N>>>

type Printed = readonly string[] | Pick<Outcome, 'lines' | 'data'>

type Described<N extends RunName> = Pick<Verb, 'usage' | 'summary' | 'help'> & {
  /** The verb's name; by default, the action's name. */
  readonly name?: string
  /** The label of the progress bar. */
  readonly working?: string
  readonly read: (context: Context) => Input<N> | Promise<Input<N>>
  readonly print: (done: Result<N>, context: Context) => Printed | Promise<Printed>
}

/** Creates an action's verb, which reads the action's input from the arguments and prints what was done. */
export function verbOf<const N extends RunName>(name: N, described: Described<N>): Verb {
  const { read, print, working = '', ...rest } = described
  const row: Actions[ActionName] = rows[name]
  const { run, prepare } = actions[name] as unknown as AnyCode
  const inputOf = async (context: Context): Promise<unknown> => {
    const approval = 'approval' in row ? { action: row.approval } : {}
    return { ...(await read(context)), ...approval }
  }
  const runWith = (prepared: unknown) => async (context: Context) => {
    const input = await inputOf(context)
    const done = await withBar(context, working, acting => run(acting, input, prepared))
    const printed = await print(done as Result<N>, context)
    const { detail, texts } = done
    const shown = 'lines' in printed ? printed : { lines: printed }
    return { ...shown, detail, ...(texts ? { texts } : {}) }
  }
  return {
    name: row.name,
    dryRun: true,
    ...('publishesHead' in row && row.publishesHead ? { showsHead: true } : {}),
    ...rest,
    run: runWith(null),
    ...(prepare && {
      prepare: async (context: Context) => {
        const input = await inputOf(context)
        return runWith(await withBar(context, working, acting => prepare(acting, input)))
      },
    }),
  }
}

/** Runs an action's code for a verb that does more than `verbOf` allows. */
export const runAction = <const N extends RunName>(name: N, context: Context, input: Input<N>) =>
  withBar(context, '', acting => (actions[name] as unknown as AnyCode).run(acting, input, null)) as Promise<
    Result<N>
  >

/** Runs an action's `makeFile` for a verb that writes the file to a path. */
export const makeFile = <const N extends FileActionName>(
  name: N,
  context: Context,
  input: Omit<Parameters<Code[N]['makeFile']>[1], 'action'>,
) =>
  withBar(context, '', acting =>
    (actions[name] as unknown as Required<AnyCode>).makeFile(acting, {
      action: rows[name].approval,
      ...input,
    }),
  ) as ReturnType<Code[N]['makeFile']>

type AnyCode = {
  makeFile?(acting: Acting, input: unknown): Promise<unknown>
  run(acting: Acting, input: unknown, prepared: unknown): Promise<Done<unknown>>
  prepare?(acting: Acting, input: unknown): Promise<unknown>
}

async function withBar<T>(context: Context, label: string, use: (acting: Acting) => Promise<T>): Promise<T> {
  const { db, objects, random, advertised, now, clock } = context
  const progress = drawProgress(context.progress, label)
  const command = { clock: { now: clock }, by: null, request: null }
  return use({ db, database: db, objects, random, advertised, now, progress, ...command }).finally(
    progress.end,
  )
}
