import { useEffect, useRef, useState } from 'react'
import type { PageEvent, QueueEvent } from '../../page-events.ts'
import { control } from '../api/client.ts'
import { pageTimelineEntries } from '../api/convert.ts'
import { type ControlEvent, subscribeToEvents } from '../api/events.ts'
import type {
  ClockCommand,
  Fault,
  Friendship,
  PanelLink,
  Patch,
  PhaseList,
  PurchaseCommand,
  Scenario,
  ScenarioSummary,
  SharedPage,
  WebhookEventCommand,
  WebhookSettings,
} from '../api/types.ts'
import type { TimelineLog } from './timeline-log.ts'
import { type Problem, useAttempt, useEmulatorState } from './use-emulator-state.ts'
import { useTimeline } from './use-timeline.ts'

export type Emulator = {
  readonly scenario: Scenario | undefined
  /** Changes when the phone's stored values become invalid, for example after a scenario is loaded. */
  readonly session: string | undefined
  /** For each user, the revision at which LINE was last killed. */
  readonly killed: Readonly<Record<string, number>> | undefined
  readonly scenarios: readonly ScenarioSummary[]
  readonly links: readonly PanelLink[]
  /** `applied` is the number of phases applied since the panel was opened. */
  readonly phases: PhaseList & { readonly applied: number }
  /** Number of changes in the emulated LINE as of the last refresh. */
  readonly revision: number | undefined
  readonly timeline: TimelineLog
  readonly connected: boolean
  /** True if the user changed a knob after loading the scenario. */
  readonly edited: boolean
  /** Problem with the user's last control call, or with a later call by the panel. */
  readonly problem: Problem | undefined
  readonly patch: (patch: Patch) => Promise<boolean>
  readonly load: (name: string) => Promise<boolean>
  /** Loads a complete scenario, for example from a file. */
  readonly put: (scenario: unknown) => Promise<boolean>
  readonly reset: () => Promise<boolean>
  readonly killLine: () => Promise<boolean>
  readonly applyPhase: (id: string) => Promise<boolean>
  /** Resolves to `signed-out` if the phone's tokens were issued after the clock's new time. */
  readonly clock: (command: ClockCommand) => Promise<'moved' | 'signed-out' | 'refused'>
  readonly addFault: (fault: Fault) => Promise<boolean>
  readonly removeFault: (id: string) => Promise<boolean>
  readonly actOnPurchase: (command: PurchaseCommand) => Promise<boolean>
  /** Changes the friendship. LINE sends the webhooks `follow` and `unfollow`. */
  readonly setFriendship: (userId: string, state: Friendship) => Promise<boolean>
  readonly setWebhook: (settings: WebhookSettings) => Promise<boolean>
  readonly resendWebhook: (id: string) => Promise<boolean>
  /** Sends an event that no action in a chat can cause, such as a beacon. */
  readonly sendWebhookEvent: (event: WebhookEventCommand) => Promise<boolean>
  /** Starts sharing a page, as LINE's action button does. Resolves to null if LINE cannot share it. */
  readonly sharePage: (page: Parameters<typeof control.sharePage>[0]) => Promise<SharedPage | null>
  readonly clearTimeline: () => Promise<boolean>
  readonly addPageEvent: (userId: string | undefined, event: PageEvent, queue?: QueueEvent) => void
}

function refreshingActions(refreshAfter: (act: () => Promise<unknown>) => Promise<boolean>) {
  return {
    addFault: (fault: Fault) => refreshAfter(() => control.addFault(fault)),
    removeFault: (id: string) => refreshAfter(() => control.removeFault(id)),
    actOnPurchase: (command: PurchaseCommand) => refreshAfter(() => control.actOnPurchase(command)),
    killLine: () => refreshAfter(control.kill),
    resendWebhook: (id: string) => refreshAfter(() => control.resendWebhook(id)),
    sendWebhookEvent: (event: WebhookEventCommand) => refreshAfter(() => control.sendWebhookEvent(event)),
  } satisfies Partial<Emulator>
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: all parts follow one connection to the emulator.
export function useEmulator(): Emulator {
  const [scenarios, setScenarios] = useState<readonly ScenarioSummary[]>([])
  const { timeline, add, reload, clear, noteSession } = useTimeline()
  const [phases, setPhases] = useState<Emulator['phases']>({ phases: [], current: null, applied: 0 })
  const [links, setLinks] = useState<readonly PanelLink[]>([])
  const [connected, setConnected] = useState(false)
  const [edited, setEdited] = useState(false)
  const { attempt, follow, problem } = useAttempt()
  const { scenario, session, revision, killed, refresh } = useEmulatorState(follow)

  const phaseApplied = async () => {
    const list = await control.phases()
    // The phone reopens next, with the phase's scenario and session.
    await refresh()
    setPhases(({ applied }) => ({ ...list, applied: applied + 1 }))
  }
  const onEvent = useRef((_: ControlEvent) => {})
  onEvent.current = event => {
    if (event.type === 'entry') add([event.entry])
    else if (event.type === 'changed') {
      noteSession(event.session)
      void refresh()
    } else void follow(phaseApplied)
  }
  useEffect(() => {
    const start = () =>
      follow(async () => {
        await loadFromUrl()
        const [known, stored, list, pages] = await Promise.all([
          control.scenarios(),
          control.timeline(),
          control.phases(),
          control.links(),
        ])
        setScenarios(known)
        setLinks(pages)
        setPhases(({ applied }) => ({ ...list, applied }))
        reload(stored)
        await refresh()
      })
    return subscribeToEvents({
      onOpen: () => {
        setConnected(true)
        void start()
      },
      onLost: () => setConnected(false),
      onEvent: event => onEvent.current(event),
    })
  }, [follow, refresh, reload])

  const change = (act: () => Promise<unknown>, isEdit: boolean) =>
    attempt(async () => {
      await act()
      setEdited(isEdit)
      await refresh()
    })
  return {
    scenario,
    session,
    killed,
    scenarios,
    phases,
    links,
    revision,
    timeline,
    connected,
    edited,
    problem,
    ...refreshingActions(act => attempt(async () => act().then(refresh))),
    patch: patch => change(() => control.patch(patch), true),
    load: name => change(() => control.load(name), false),
    put: given => change(() => control.put(given), false),
    reset: () => change(control.reset, false),
    applyPhase: id => attempt(() => control.applyPhase(id)),
    clock: async command => {
      let before = ''
      const done = await attempt(async () => {
        before = (await control.health()).session
        await control.clock(command)
        await refresh()
      })
      if (!done) return 'refused'
      const after = await control.health().catch(() => ({ session: before }))
      return after.session === before ? 'moved' : 'signed-out'
    },
    setFriendship: (userId, state) => change(() => control.setFriendship(userId, state), true),
    setWebhook: settings => change(() => control.setWebhook(settings), true),
    sharePage: async page => {
      let shared: SharedPage | null = null
      await attempt(async () => {
        shared = await control.sharePage(page)
      })
      return shared
    },
    addPageEvent: (...given) => add(pageTimelineEntries(...given)),
    clearTimeline: () =>
      attempt(async () => {
        await control.clearRequests()
        clear()
      }),
  }
}

async function loadFromUrl(): Promise<void> {
  const url = new URL(location.href)
  const name = url.searchParams.get('scenario')
  if (name === null) return
  url.searchParams.delete('scenario')
  history.replaceState(null, '', url)
  await control.load(name)
}
