import { lazyOnce } from '#src/loading/lazy-once.ts'
import { createListeners } from '#src/loading/listeners.ts'
import { isStorageFailure, reportDefect } from '#src/storage/storage-failure.ts'
import { createActions, type Defect } from './actions.ts'
import { createAskedPauses } from './asked-pauses.ts'
import { runCommand } from './commands.ts'
import { createJobStore } from './job-store.ts'
import { STORAGE_RETRY_MS } from './limits.ts'
import { createLogQueue } from './log-queue.ts'
import { step } from './machine.ts'
import type { Pauses } from './pauses.ts'
import type { OutboxPorts, QueueIdentity, Runner } from './runner-type.ts'
import { type Delivered, type Env, initialState, type State } from './state.ts'
import { createTransitionLog } from './transition-log.ts'

export function createRunner(ports: OutboxPorts, identity: QueueIdentity, visit: string): Runner {
  const { clock, ids, tabs } = ports
  const tab = ids.uuid()
  const store = createJobStore(ports.disk)
  const logs = createLogQueue(ports.kv, ids, visit)
  const history = createTransitionLog(tab, clock.now)
  const [changes, deliveries] = [createListeners(), createListeners<[Delivered]>()]
  const asked = createAskedPauses(ports.local)
  let state: State = openingState(asked.read(clock.now()))
  let unreadable: readonly (string | null)[] = []
  let hasRead = false
  let defect: Defect | null = null
  let stopped = false
  let controller = new AbortController()
  let cancelWait = () => {}
  let cancelRepair: (() => void) | null = null

  const runner: Runner = {
    ...createActions(changes.tell),
    ports,
    identity,
    tab,
    store,
    logs,
    history,
    sentBytes: new Map(),
    epochs: new Map(),
    purges: new Map(),
    state: () => state,
    dispatch(event) {
      if (stopped) return
      const before = state
      const after = asked.kept(step(before, event, envOf(runner)))
      state = after.state
      history.add(before, state, event)
      for (const command of after.commands) runCommand(runner, command)
      if (state.loaded === 'failed' || state.unsaved.size > 0)
        cancelRepair ??= clock.after(STORAGE_RETRY_MS, () => {
          cancelRepair = null
          void repair(runner)
        })
      changes.tell()
    },
    changed: job => runner.dispatch({ type: 'changed', job, saved: !state.unsaved.has(job.id) }),
    unreadable: () => unreadable.filter(owner => owner === null || owner === state.owner).length,
    load: lazyOnce(() => runner.reload()),
    loaded() {
      if (defect !== null) throw defect.error
      return state.loaded === 'yes'
    },
    async reload() {
      hasRead = true
      try {
        const snapshot = await store.load(clock.now())
        defect = null
        unreadable = snapshot.unreadable
        runner.dispatch({ type: 'loaded', ...snapshot })
      } catch (error) {
        await notLoaded(runner, error)
      }
      await logs.load(clock.now()).catch(reportDefect)
      logsChanged(runner, state.owner, false)
    },
    hasRead: () => hasRead,
    isDefect(error) {
      if (isStorageFailure(error)) return false
      defect = { error }
      changes.tell()
      return true
    },
    signal: () => controller.signal,
    abort() {
      controller.abort()
      controller = new AbortController()
    },
    wait(until) {
      cancelWait()
      if (until === null) return
      cancelWait = clock.after(Math.max(0, until - clock.now()), () => runner.dispatch({ type: 'time' }))
    },
    deliver: deliveries.tell,
    announceChange: () => tabs.post({ type: 'outbox-changed' }),
    onChange: changes.listen,
    onDelivered: deliveries.listen,
    stop() {
      stopped = true
      controller.abort()
      cancelWait()
      cancelRepair?.()
    },
  }
  return runner
}

/** If a pause of the whole queue was stored, the first job is sent as a probe. */
const openingState = (pauses: Pauses): State => ({
  ...initialState,
  pauses,
  failures: pauses.has('all') ? 1 : 0,
})

export const logsChanged = ({ dispatch, logs }: Runner, owner: string | null, more: boolean): void =>
  dispatch({ type: 'logged', waiting: owner !== null && logs.hasLogs(owner), more })

/** Returns the phone's time if the server's time is unknown. */
export const serverNow = ({
  ports: { clock },
  identity,
}: {
  readonly ports: Pick<OutboxPorts, 'clock'>
  readonly identity: Pick<QueueIdentity, 'serverAhead'>
}): number => clock.now() + (identity.serverAhead() ?? 0)

const envOf = (runner: Runner): Env => ({ ...momentOf(runner), random: runner.ports.ids.random() })

export const momentOf = ({ ports: { clock, visibility }, identity, tab }: Runner): Omit<Env, 'random'> => ({
  now: clock.now(),
  serverNow: serverNow({ ports: { clock }, identity }),
  visible: visibility.visible(),
  session: identity.session(),
  tab,
})

/** Reports the failure, and jobs left only in memory because the browser deleted the database. */
async function notLoaded({ isDefect, store, state, dispatch }: Runner, error: unknown): Promise<void> {
  isDefect(error)
  dispatch({ type: 'not-loaded' })
  for (const job of await store.unsaved())
    if (state().jobs.has(job.id) && !state().unsaved.has(job.id))
      dispatch({ type: 'changed', job, saved: false })
}

async function repair(runner: Runner): Promise<void> {
  const saved = await runner.store.saveUnsaved()
  for (const { id } of saved) {
    // The job may have been received while it was being stored.
    const job = runner.state().jobs.get(id)
    if (job) runner.dispatch({ type: 'changed', job })
  }
  if (saved.length > 0) runner.announceChange()
  if (saved.length > 0 || runner.state().loaded === 'failed') await runner.reload()
}
