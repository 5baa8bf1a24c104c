import { useCallback, useEffect, useRef, useState } from 'react'
import type { PageEvent } from '../../page-events.ts'
import { ControlError, control } from '../api/client.ts'
import { chatMessage, pageTimelineEntry, timelineEntry } from '../api/convert.ts'
import { type ControlEvent, subscribeToEvents } from '../api/events.ts'
import type {
  ChatMessage,
  ClockCommand,
  Fault,
  Patch,
  Scenario,
  ScenarioSummary,
  TimelineEntry,
} from '../api/types.ts'

/** The most entries the timeline keeps; older ones leave. */
const MAX_ENTRIES = 600

export type Emulator = {
  readonly scenario: Scenario | undefined
  readonly scenarios: readonly ScenarioSummary[]
  readonly messages: readonly ChatMessage[]
  readonly entries: readonly TimelineEntry[]
  /** Whether the event stream is open. */
  readonly connected: boolean
  /** Whether knobs were turned since the scenario was loaded. */
  readonly edited: boolean
  /** The last refusal, until the next success. */
  readonly problem: string | undefined
  readonly patch: (patch: Patch) => Promise<boolean>
  readonly load: (name: string) => Promise<boolean>
  /** Loads a scenario given whole, as it was saved. */
  readonly put: (scenario: unknown) => Promise<boolean>
  readonly reset: () => Promise<boolean>
  /** Moves time; `signed-out` where it is now before what LINE had issued to the phone. */
  readonly clock: (command: ClockCommand) => Promise<'moved' | 'signed-out' | 'refused'>
  readonly addFault: (fault: Fault) => Promise<boolean>
  readonly removeFault: (id: string) => Promise<boolean>
  readonly clearTimeline: () => Promise<boolean>
  /** Adds what the page told to the timeline. */
  readonly tell: (event: PageEvent) => void
}

/** The emulated LINE as the control API tells it, kept up to date by its event stream. */
export function useEmulator(): Emulator {
  const [scenario, setScenario] = useState<Scenario>()
  const [scenarios, setScenarios] = useState<readonly ScenarioSummary[]>([])
  const [messages, setMessages] = useState<readonly ChatMessage[]>([])
  const [entries, setEntries] = useState<readonly TimelineEntry[]>([])
  const [connected, setConnected] = useState(false)
  const [edited, setEdited] = useState(false)
  const [problem, setProblem] = useState<string>()

  const attempt = useCallback(async (act: () => Promise<unknown>) => {
    try {
      await act()
      setProblem(undefined)
      return true
    } catch (error) {
      setProblem(error instanceof ControlError ? error.message : 'The emulator does not answer.')
      return false
    }
  }, [])
  const asking = useRef<Promise<boolean> | undefined>(undefined)
  const askAgain = useRef(false)
  /** One question at a time: a burst of changes ends in a single last one. */
  const refresh = useCallback((): Promise<boolean> => {
    if (asking.current) {
      askAgain.current = true
      return asking.current
    }
    const ask = async () => {
      do {
        askAgain.current = false
        const [state, sent] = await Promise.all([control.state(), control.messages()])
        setScenario(state)
        setMessages(sent.map(chatMessage))
      } while (askAgain.current)
    }
    asking.current = attempt(ask).finally(() => {
      asking.current = undefined
    })
    return asking.current
  }, [attempt])

  const take = useRef((_: ControlEvent) => {})
  take.current = event => {
    if (event.type === 'entry') setEntries(before => merged(before, event.entry))
    else void refresh()
  }
  useEffect(() => {
    const start = () =>
      attempt(async () => {
        await loadAsked()
        const [known, log] = await Promise.all([control.scenarios(), control.requests()])
        setScenarios(known)
        setEntries(log.map(timelineEntry).slice(-MAX_ENTRIES))
        await refresh()
      })
    return subscribeToEvents({
      onOpen: () => {
        setConnected(true)
        void start()
      },
      onLost: () => setConnected(false),
      onEvent: event => take.current(event),
    })
  }, [attempt, refresh])

  const change = (act: () => Promise<unknown>, turned: boolean) =>
    attempt(async () => {
      await act()
      setEdited(turned)
      await refresh()
    })
  return {
    ...{ scenario, scenarios, messages, entries, connected, edited, problem },
    patch: patch => change(() => control.patch(patch), true),
    load: name => change(() => control.load(name), false),
    put: given => change(() => control.put(given), false),
    reset: () => change(control.reset, false),
    clock: async command => {
      let session = ''
      const done = await attempt(async () => {
        ;({ session } = await control.health())
        await control.clock(command)
        await refresh()
      })
      if (!done) return 'refused'
      const now = await control.health().catch(() => ({ session }))
      return now.session === session ? 'moved' : 'signed-out'
    },
    addFault: fault => attempt(async () => control.addFault(fault).then(refresh)),
    removeFault: id => attempt(async () => control.removeFault(id).then(refresh)),
    tell: event => {
      const entry = pageTimelineEntry(event)
      if (entry) setEntries(before => merged(before, entry))
    },
    clearTimeline: () =>
      attempt(async () => {
        await control.clearRequests()
        setEntries([])
      }),
  }
}

/** `?scenario=` in the panel's address is loaded once, and taken out of it. */
async function loadAsked(): Promise<void> {
  const url = new URL(location.href)
  const name = url.searchParams.get('scenario')
  if (name === null) return
  url.searchParams.delete('scenario')
  history.replaceState(null, '', url)
  await control.load(name)
}

/** The entry in its place: a request's answer replaces the line of its start. */
function merged(before: readonly TimelineEntry[], entry: TimelineEntry): readonly TimelineEntry[] {
  const at = before.findLastIndex(({ key }) => key === entry.key)
  if (at >= 0) return before.with(at, entry)
  return [...before.slice(-(MAX_ENTRIES - 1)), entry]
}
