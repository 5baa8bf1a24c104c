import type { Lang } from '#src/i18n/languages.ts'
import type { App } from '#src/state/types.ts'
import { OUTCOMES } from '#src/storage/keys.ts'
import { act } from '#tests/kit/act.ts'
import type { Plant } from './play.ts'
import { readScreen, writesIn } from './read-screens.ts'
import type { Said, SaidOn } from './said.ts'
import { screenTimers } from './screen-timers.ts'
import { openScreens, type ScreenPage } from './screens.tsx'
import { knownJobs, truthOf } from './sentences.ts'
import { type Facts, factsOf } from './truth.ts'
import { nameOf, note, type World } from './world.ts'
import type { Write } from './writes.ts'

/** Milliseconds for which jobs may wait before the strip must say so. The strip itself waits for 1.5 s. */
const SILENCE_MS = 3000

/** Number of the newest writes that get a thank-you screen and a receipt screen. More would take too long to render. */
const FOLLOWED = 5

type Options = {
  readonly lang: Lang
  /** Called for each sentence about a write that a screen has shown. */
  readonly onSaid?: (said: Said) => void
  /** Returns the app that the screens get. Tests use it to plant lies. */
  readonly change?: (app: App) => App
}

/** Adds real screens to a plant, and compares their texts with the server and the phone. */
export function withScreens(plant: Plant, { lang, onSaid = () => {}, change = app => app }: Options): Plant {
  let shown: readonly ScreenPage[] = []
  const memory: Memory = { acknowledged: new Set(), everBlind: new Set(), waitingSince: new Map() }
  const timers = screenTimers()
  let current: World | null = null

  function noteLies(world: World, inGeneral: Facts, screens: ScreenPage) {
    const facts = withRefusals(inGeneral, screens)
    const page = saidOn(world, facts, screens, memory)
    const said = screens.sections().flatMap(section => readScreen(section, lang, page))
    const untrue = (what: string) => note(world, { kind: 'untrue', what })
    const nameIn = (write: Write) => nameOf(write, world.writes.indexOf(write))
    for (const one of said) {
      onSaid(one)
      const lie = truthOf(one.key)?.(one, facts)
      const [write] = one.writes
      const name = write ? nameIn(write) : JSON.stringify(one.values)
      if (lie) untrue(`${name}: a screen says ${one.key}, but ${lie}`)
    }
    for (const write of missingItems(screens, lang, page, facts))
      untrue(`${nameIn(write)}: the outbox screen does not show it`)
    if (isTooSilent(world, screens, page, facts) && !said.some(({ key }) => key === 'offline.waiting'))
      untrue('the strip does not say that jobs wait')
  }

  /** True if, as far as this page knows, jobs have waited for so long that the strip must say so. */
  function isTooSilent({ clock }: World, screens: ScreenPage, page: SaidOn, facts: Facts): boolean {
    if (page.blind || knownJobs(page, facts).length === 0) {
      memory.waitingSince.delete(screens)
      return false
    }
    const since = memory.waitingSince.get(screens) ?? clock.time()
    memory.waitingSince.set(screens, since)
    return clock.time() - since > SILENCE_MS
  }

  return {
    ...plant,
    prepare(world) {
      const { phone } = world
      current = world
      timers.begin(world)
      phone.open = () => {
        const opened = openScreens(phone, lang, change)
        shown = [...shown, opened]
        return opened.page
      }
      plant.prepare?.(world)
    },
    during: work =>
      act(async () => {
        // Many jobs are sent during the recovery, and rendering each change would take most of a history's time.
        if (current?.recovering) for (const screens of shown) screens.hide()
        await work()
      }),
    async check(world) {
      const isDead = ({ page }: ScreenPage) => page.dead()
      await act(async () => {
        for (const screens of shown) if (isDead(screens)) screens.unmount()
        shown = shown.filter(screens => !isDead(screens))
        for (const screens of shown) screens.render(ownWrites(world, screens).slice(-FOLLOWED))
      })
      await timers.draw()
      for (const [key, value] of world.phone.disk.peek(OUTCOMES))
        if ((value as { state: string }).state === 'received')
          memory.acknowledged.add(key.slice(OUTCOMES.length))
      const ledger = world.backend.peek?.()
      if (!ledger) return
      const facts = factsOf(world, ledger)
      for (const screens of shown) if (!screens.page.frozen()) noteLies(world, facts, screens)
    },
    async end() {
      await act(async () => {
        for (const screens of shown) screens.unmount()
      })
      timers.end()
      await plant.end?.()
    },
  }
}

/** Returns the writes of the customer who is signed in on the page. */
function ownWrites({ writes, backend }: World, screens: ScreenPage): readonly Write[] {
  const customerId = screens.customerId()
  return writes.filter(({ owner }) => (owner === 'A' ? backend.a : backend.b).customerId === customerId)
}

/** The tests' memory of the earlier steps of a history. */
type Memory = {
  /** Ids of the writes whose acknowledgement the phone has stored. */
  readonly acknowledged: Set<string>
  /** The pages that could not read the phone's database at some step. */
  readonly everBlind: Set<ScreenPage>
  /** For each page that has waiting jobs, the time at which it went from having none to having some. */
  readonly waitingSince: Map<ScreenPage, number>
}

/** Returns the stored jobs that the outbox screen does not list. */
function missingItems(screens: ScreenPage, lang: Lang, page: SaidOn, facts: Facts): readonly Write[] {
  if (page.blind) return []
  const items = screens.sections('outbox').flatMap(section => [...section.querySelectorAll('li')])
  const listed = new Set(items.flatMap(item => writesIn(item, lang, page)))
  return knownJobs(page, facts, () => () => true).filter(write => !listed.has(write))
}

/**
 * Adds the refusals that only the page knows. On a full phone, a page cannot store that the server has refused a job,
 * and the record still says that the job waits.
 */
function withRefusals(facts: Facts, { page }: ScreenPage): Facts {
  if (!facts.full) return facts
  const { codes, refused } = facts
  const isRefused = (id: string) => refused.has(id) || codes.get(id)?.has('IMAGE_MISSING') === true
  const known = page.outbox.views().filter(({ state, id }) => state === 'refused' && isRefused(id))
  return { ...facts, stopped: new Set([...facts.stopped, ...known.map(({ id }) => id)]) }
}

function saidOn(
  world: World,
  facts: Facts,
  screens: ScreenPage,
  { acknowledged, everBlind }: Memory,
): SaidOn {
  const { page } = screens
  const own = ownWrites(world, screens)
  const loaded = page.outbox.loaded()
  const blind = page.hasLostStorage() || !loaded
  if (blind) everBlind.add(screens)
  const canBeInMemory = (write: Write) =>
    // After the database was deleted, every page that knew the job has it in memory.
    (write.page === page || write.unsaved) &&
    !write.deleted &&
    (!write.stored || write.unsaved) &&
    !facts.stored.has(write.id) &&
    !acknowledged.has(write.id)
  return {
    own,
    loaded,
    blind,
    heard: page.heard(),
    wasBlind: everBlind.has(screens),
    inMemory: own.filter(canBeInMemory),
    acknowledged,
    settled: new Set(page.outbox.outcomes().map(({ id }) => id)),
  }
}
