import { isoOf } from '#contract/time.ts'
import type { NewJob } from '#src/outbox/job.ts'
import type { Page } from '#tests/kit/phone.ts'
import type { Act } from './history.ts'
import { damagePhoto, deleteDatabase, openPreviousBuild } from './phone-acts.ts'
import { noteGone } from './stays-away.ts'
import { factsOf, lieOfSent } from './truth.ts'
import { nameOf, note, type World } from './world.ts'
import { answerJob, editJob, photoOf, receiptJob, type Write, withdrawJob } from './writes.ts'

const MAX_TABS = 3

/**
 * Carries out a step. A step that is impossible at this point, such as editing a receipt before there is one, does
 * nothing.
 */
export function act(world: World, step: Act): void {
  const run = acts[step.do] as (world: World, step: Act) => void
  run(world, step)
}

const acts: { readonly [K in Act['do']]: (world: World, step: Extract<Act, { readonly do: K }>) => void } = {
  open({ pages, phone }, { build }) {
    if (pages.length < MAX_TABS) pages.push(build === 'previous' ? openPreviousBuild(phone) : phone.open())
  },
  close: (world, { tab }) => tabOf(world, tab).close(),
  crash(world, { tab, steps }) {
    const page = tabOf(world, tab)
    if (steps === 0) page.crash()
    else page.crashIn(steps)
  },
  hide: (world, { tab }) => tabOf(world, tab).show(false),
  show: (world, { tab }) => tabOf(world, tab).show(true),
  freeze: (world, { tab }) => tabOf(world, tab).freeze(),
  thaw: (world, { tab }) => tabOf(world, tab).thaw(),
  'lose-store': (world, { tab }) => tabOf(world, tab).loseStorage(),
  'heal-store': (world, { tab }) => tabOf(world, tab).healStorage(),
  receipt(world, step) {
    const { made, name } = newWrite(world, step)
    const photo = photoOf(world.writes.length, step.pieces)
    send(world, step.tab, 'receipt', receiptJob(made, `${name}000`, photo), step.bad)
  },
  answer(world, step) {
    const { made, name } = newWrite(world, step)
    send(world, step.tab, 'answer', answerJob(made, name), step.bad)
  },
  edit(world, step) {
    const receipt = writeOf(world, step.write, ['receipt'])
    if (!receipt) return
    const refused = usedTab(world, step.tab)
      .outbox.views()
      .some(({ subject, state }) => subject === receipt.id && state === 'refused')
    const { made } = newWrite(world, step)
    send(world, step.tab, 'edit', editJob(made, receipt, 300 + world.writes.length, refused))
  },
  /** Withdraws a receipt: deletes its unsent job, or sends a withdrawal if there is none. */
  withdraw(world, { tab, write }) {
    const receipt = writeOf(world, write, ['receipt'])
    if (!receipt) return
    const { made } = newWrite(world, {})
    void discard(world, tab, receipt).then(gone => {
      if (!gone) send(world, tab, 'withdraw', withdrawJob(made, receipt))
    })
  },
  retry(world, { tab, write }) {
    const { outbox } = usedTab(world, tab)
    const views = outbox.views()
    const view = views[write % views.length]
    if (view) retry(world, outbox, view.id)
  },
  discard(world, { tab, write }) {
    const views = usedTab(world, tab).outbox.views()
    const view = views[write % views.length]
    const made = world.writes.find(({ id }) => id === view?.id)
    if (made) void discard(world, tab, made)
  },
  'leave-form'({ writes }) {
    const last = writes.at(-1)
    if (last) last.formOpen = false
  },
  'page-view'(world, { tab }) {
    world.pageViews += 1
    const at = isoOf(world.clock.now())
    const event = { eventId: world.uuid(), at, path: `/receipt/${world.pageViews}` }
    void usedTab(world, tab).outbox.log({ kind: 'pageview', ...event })
  },
  'sign-in'(world, { who }) {
    world.who = who
    world.phone.signIn(world.customer(who))
  },
  'sign-out'(world, { unsent }) {
    const { phone, writes, who } = world
    if (who === null) return
    if (unsent === 'discard') {
      const own = writes.filter(({ owner }) => owner === who)
      for (const made of own) Object.assign(made, { deleted: true, purged: true })
      const { customerId } = world.customer(who)
      void usedTab(world, 0)
        .outbox.discardOwner(customerId)
        .then(() => noteGone(world, own))
    }
    world.who = null
    phone.signIn(null)
  },
  token({ who, customer, phone }, { is }) {
    if (who === null) return
    const { customerId } = customer(who)
    const other = customer(who === 'A' ? 'B' : 'A').token
    phone.signIn({ customerId, token: is === 'other' ? other : 'x'.repeat(43) })
  },
  line(world, { works }) {
    world.lineWorks = works
  },
  full({ phone }, { on }) {
    phone.full = on
  },
  'set-clock': ({ clock }, { ms }) => clock.jump(ms),
  'damage-photo'(world, { write, photo }) {
    const receipt = writeOf(world, write, ['receipt'])
    if (receipt) damagePhoto(world, receipt, photo)
  },
  'delete-database': deleteDatabase,
  wait: () => {},
}

export const actNames = Object.keys(acts) as readonly Act['do'][]

function tabOf(world: World, tab: number): Page {
  if (world.pages.length === 0) world.pages.push(world.phone.open())
  return world.pages[tab % world.pages.length] as Page
}

/** Thaws a tab and makes it visible, as when the customer switches to it, and returns the tab. */
function usedTab(world: World, tab: number): Page {
  const page = tabOf(world, tab)
  page.thaw()
  page.show(true)
  return page
}

/** Returns one of the signed-in customer's writes of these kinds. `index` counts only these writes and wraps around. */
function writeOf({ writes, who }: World, index: number, kinds: readonly Write['kind'][]): Write | undefined {
  const own = writes.filter(({ owner, kind }) => owner === who && kinds.includes(kind))
  return own[index % own.length]
}

/** Returns the id and the time of a new write, and the name of its receipt or answer. */
function newWrite(world: World, { bad }: { readonly bad?: boolean }) {
  const made = { id: world.uuid(), now: world.clock.time(), bad }
  return { made, name: `${world.who}-${world.writes.length}` }
}

function send(world: World, tab: number, kind: Write['kind'], job: NewJob, bad = false) {
  const { who } = world
  if (who === null) return
  const page = usedTab(world, tab)
  const made: Write = {
    id: job.id as string,
    kind,
    owner: who,
    mayFail: bad || kind === 'edit' || kind === 'withdraw',
    job,
    page,
    expiredTried: false,
    photoLost: false,
    told: null,
    formOpen: true,
    stored: false,
    unsaved: false,
    deleted: false,
    purged: false,
    gone: false,
    retried: false,
  }
  world.writes.push(made)
  void page.outbox.enqueue(job, world.customer(who).customerId).then(sent => {
    if (!made.formOpen || page.dead()) return
    made.told = sent
    const ledger = world.backend.peek?.()
    const lie = ledger ? lieOfSent(sent, made, factsOf(world, ledger)) : null
    if (lie) note(world, { kind: 'untrue', what: `${nameOf(made, world.writes.indexOf(made))}: ${lie}` })
  })
}

export function retry({ writes }: World, outbox: Pick<Page['outbox'], 'retry'>, id: string): void {
  for (const write of writes) write.retried ||= write.id === id
  void outbox.retry(id)
}

async function discard(world: World, tab: number, write: Write): Promise<boolean> {
  const { outbox } = usedTab(world, tab)
  if (!outbox.views().some(({ id }) => id === write.id)) return false
  // If the page closes before the call returns, either outcome is acceptable.
  const before = write.deleted
  write.deleted = true
  const gone = await outbox.discard(write.id).catch(() => false)
  write.deleted = before || gone
  if (gone) noteGone(world, [write])
  return gone
}
