import {
  AUTH_CODE_LIFETIME_MS,
  CHANNEL_TOKEN_LIFETIME_S,
  MAX_ACCESS_TOKENS,
  MAX_STORED_MESSAGES,
  MAX_WINDOWS,
} from '../limits.ts'
import { ownEntry } from '../own-entry.ts'
import { channelIdOf } from '../scenario/channel.ts'
import { allApps } from '../scenario/internal-channels.ts'
import type { Scenario } from '../scenario/schema.ts'
import type { WorldEvent } from './event.ts'
import { appended } from './long-list.ts'
import { chatChanged } from './reduce-chats.ts'
import { newWorld, nextOrder, type SentMessage, type World } from './state.ts'

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = record
  return rest
}

/** The keys must be in the order in which they were inserted. */
function keepNewest<T>(record: Readonly<Record<string, T>>, most: number): Record<string, T> {
  const entries = Object.entries(record)
  return Object.fromEntries(entries.length > most ? entries.slice(-most) : entries)
}

function inScenario(world: World, change: Partial<Scenario>): World {
  return { ...world, scenario: { ...world.scenario, ...change } }
}

function revoked(world: World, token: string): World {
  const record = ownEntry(world.accessTokens, token)
  if (record === undefined) return world
  return { ...world, accessTokens: { ...world.accessTokens, [token]: { ...record, revoked: true } } }
}

function withWindow<T>(windows: Readonly<Record<string, T>>, id: string, state: T): Record<string, T> {
  return keepNewest({ ...windows, [id]: state }, MAX_WINDOWS)
}

function withMessages(world: World, sent: readonly SentMessage[]): World {
  const order = nextOrder(world)
  const messages = sent.reduce(
    (list, message) => appended(list, { ...message, order }, MAX_STORED_MESSAGES),
    world.messages,
  )
  return { ...world, messages }
}

function changed(world: World, event: WorldEvent): World {
  const { scenario } = world
  switch (event.type) {
    case 'scenario-loaded':
      return newWorld(event.scenario, event.session)
    case 'scenario-changed':
      return { ...world, scenario: event.scenario, session: event.session ?? world.session, kept: {} }
    case 'time-went-back':
      return dropIssuedLater(world, event.now, event.session)
    case 'reset':
      return newWorld(world.loaded, event.session)
    case 'user-added':
      return inScenario(world, { users: [...scenario.users, event.user] })
    case 'friendship-changed':
      return inScenario(world, { friendships: { ...scenario.friendships, [event.userId]: event.state } })
    case 'consented': {
      const { grants } = scenario.consent
      const ofUser = { ...grants[event.userId], [event.liffId]: [...event.scopes] }
      return inScenario(world, {
        consent: { ...scenario.consent, grants: { ...grants, [event.userId]: ofUser } },
      })
    }
    case 'deauthorized':
      return deauthorized(world, event.userId, event.channelId)
    case 'opened-in-line':
      return inScenario(world, { environment: { ...scenario.environment, kind: 'liff' } })
    case 'line-killed':
      return { ...world, killed: { ...world.killed, [event.userId]: world.revision + 1 } }
    case 'code-issued': {
      const alive = Object.entries(world.codes).filter(([, { expiresAt }]) => expiresAt > event.now)
      return { ...world, codes: { ...Object.fromEntries(alive), [event.code]: event.record } }
    }
    case 'code-spent':
      return { ...world, codes: without(world.codes, event.code) }
    case 'web-login':
      return { ...world, webSessions: { ...world.webSessions, [event.phoneUserId]: event.session } }
    case 'channel-secret-sent':
      return { ...world, channelSecrets: { ...world.channelSecrets, [event.channelId]: event.secret } }
    case 'token-issued':
      return {
        ...world,
        accessTokens: keepNewest({ ...world.accessTokens, [event.token]: event.record }, MAX_ACCESS_TOKENS),
      }
    case 'token-revoked':
      return revoked(world, event.token)
    case 'refresh-token-issued': {
      const refreshTokens = { ...world.refreshTokens, [event.token]: event.record }
      return { ...world, refreshTokens: keepNewest(refreshTokens, MAX_ACCESS_TOKENS) }
    }
    case 'channel-token-issued': {
      const { type: _, token, ...record } = event
      const channelTokens = { ...world.channelTokens, [token]: record }
      return { ...world, channelTokens: keepNewest(channelTokens, MAX_ACCESS_TOKENS) }
    }
    case 'channel-token-revoked':
      return { ...world, channelTokens: without(world.channelTokens, event.token) }
    case 'postback':
    case 'video-played':
    case 'webhook-resent':
    case 'webhook-event':
      return 'shown' in event ? withMessages(world, [event.shown]) : world
    case 'apps-changed':
      return inScenario(world, { apps: [...event.apps] })
    case 'tokens-kept':
      return { ...world, kept: { ...world.kept, [event.liffId]: event.tokens } }
    case 'messages-sent':
      return withMessages(world, event.messages)
    case 'picking':
      return { ...world, pickings: withWindow(world.pickings, event.ott, event.picking) }
    case 'sub-window':
      return { ...world, subWindows: withWindow(world.subWindows, event.msit, event.subWindow) }
    case 'question':
      return { ...world, questions: withWindow(world.questions, event.id, event.answer) }
    case 'layer-closed':
      return dismissScreen(world, event.id)
    case 'fault-added':
      return inScenario(world, { faults: [...scenario.faults, event.fault] })
    case 'fault-struck':
      return inScenario(world, { faults: countStrike(scenario.faults, event.id) })
    case 'fault-removed':
      return inScenario(world, {
        faults: event.id === null ? [] : scenario.faults.filter(({ id }) => id !== event.id),
      })
    case 'phone-request':
      return { ...world, phoneRequests: world.phoneRequests + 1 }
    default:
      return chatChanged(world, event)
  }
}

function countStrike(faults: Scenario['faults'], id: string): Scenario['faults'] {
  return faults.flatMap(fault => {
    if (fault.id !== id || fault.times === undefined) return [fault]
    return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []
  })
}

function dismissScreen(world: World, id: string): World {
  const picking = ownEntry(world.pickings, id)
  if (picking?.result === 'WAIT')
    return { ...world, pickings: { ...world.pickings, [id]: { ...picking, result: 'CANCEL' } } }
  const subWindow = ownEntry(world.subWindows, id)
  if (subWindow?.outcome === null) {
    const outcome = { status: 'close', result: {} }
    return { ...world, subWindows: { ...world.subWindows, [id]: { ...subWindow, outcome } } }
  }
  if (world.questions[id] === null)
    return { ...world, questions: { ...world.questions, [id]: { said: 'cancel', value: '' } } }
  return world
}

function filterRecord<T>(
  record: Readonly<Record<string, T>>,
  keeps: (value: T) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => keeps(value)))
}

/** Deletes everything issued after `now`, because LINE's clock was set back. The phone must sign in again. */
function dropIssuedLater(world: World, now: number, session: string): World {
  return {
    ...world,
    session,
    kept: {},
    accessTokens: filterRecord(world.accessTokens, ({ issuedAt }) => issuedAt <= now),
    refreshTokens: filterRecord(world.refreshTokens, ({ issuedAt }) => issuedAt <= now),
    webSessions: filterRecord(world.webSessions, ({ at }) => at <= now),
    codes: filterRecord(world.codes, ({ expiresAt }) => expiresAt <= now + AUTH_CODE_LIFETIME_MS),
    channelTokens: filterRecord(
      world.channelTokens,
      ({ expiresAt }) => expiresAt <= now + CHANNEL_TOKEN_LIFETIME_S * 1000,
    ),
  }
}

function deauthorized(world: World, userId: string, channelId: string): World {
  const { scenario } = world
  const ofUser = { ...scenario.consent.grants[userId] }
  for (const { liffId } of allApps(scenario)) if (channelIdOf(liffId) === channelId) ofUser[liffId] = []
  const accessTokens = Object.fromEntries(
    Object.entries(world.accessTokens).map(([token, record]) => {
      const isOfUser = record.userId === userId && record.channelId === channelId
      return [token, isOfUser ? { ...record, revoked: true } : record]
    }),
  )
  const grants = { ...scenario.consent.grants, [userId]: ofUser }
  const refreshTokens = filterRecord(
    world.refreshTokens,
    token => token.userId !== userId || channelIdOf(token.liffId) !== channelId,
  )
  return { ...inScenario(world, { consent: { ...scenario.consent, grants } }), accessTokens, refreshTokens }
}

/** Must remain pure: times, ids and random values come from the event. */
export function reduce(world: World, event: WorldEvent): World {
  return { ...changed(world, event), revision: world.revision + 1 }
}
