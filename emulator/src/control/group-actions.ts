import { groupOf } from '../platform/account.ts'
import { invalidAt, type Parsed } from '../scenario/parse.ts'
import type { Group } from '../scenario/schema.ts'
import type { Line } from '../world/line.ts'
import { userOf } from '../world/selectors.ts'
import { command, unknownUser, userCommand } from './command.ts'
import { groupCommand, membershipCommand } from './group-command.ts'

const NOT_MEMBER = invalidAt('groupId', 'expected a group of which the account is a member')
const PAST = { join: 'joined', renew: 'renewed', leave: 'left' } as const

export function createGroupActions(line: Line) {
  const newGroupId = (kind: 'group' | 'room'): string =>
    (kind === 'group' ? 'C' : 'R') + Buffer.from(line.secret(16), 'base64url').toString('hex')

  return {
    /** Invites or removes the account, or lets users join or leave. An invitation can create a group. */
    group: command(groupCommand, ({ change, kind, name, userIds: ids, ...given }): Parsed<Group> => {
      if (given.groupId === undefined && change !== 'invite') return NOT_MEMBER
      const groupId = given.groupId ?? newGroupId(kind)
      const { scenario, bot } = line.world()
      if (ids.some(id => userOf(scenario, id) === undefined)) return unknownUser(scenario)
      const group = groupOf(scenario, bot, groupId)
      if (change === 'invite') {
        if (group !== undefined) return invalidAt('groupId', 'the account is already a member')
        const joined = { id: groupId, name, members: [...new Set(ids)] }
        line.dispatch({ type: 'group-joined', group: joined, at: line.now() })
        return { ok: true, value: joined }
      }
      if (group === undefined) return NOT_MEMBER
      if (change === 'remove') line.dispatch({ type: 'group-left', groupId, at: line.now() })
      else {
        const wrong = ids.some(id => group.members.includes(id) === (change === 'join'))
        const expected = change === 'join' ? 'expected users who are not members' : 'expected members'
        if (ids.length === 0 || wrong) return invalidAt('userIds', expected)
        const members = { groupId, change: PAST[change], userIds: [...new Set(ids)] }
        line.dispatch({ type: 'members-changed', ...members, at: line.now() })
      }
      const { groups } = line.world().scenario.messaging
      return { ok: true, value: groups.find(({ id }) => id === groupId) ?? group }
    }),

    /** Lets a user join, renew or leave a membership. Default: the phone's user. */
    membership: userCommand(line, membershipCommand, (userId, { membershipId, change }) => {
      const { scenario } = line.world()
      const plan = scenario.messaging.memberships.find(each => each.membershipId === membershipId)
      if (plan === undefined) return invalidAt('membershipId', 'expected one of messaging.memberships')
      const isMember = plan.members.some(member => member.userId === userId)
      if (isMember === (change === 'join'))
        return invalidAt('change', isMember ? 'the user is already a member' : 'the user is not a member')
      if (change === 'join' && plan.members.length >= (plan.memberLimit ?? Number.POSITIVE_INFINITY))
        return invalidAt('change', 'the membership has reached its limit')
      const changed = { userId, membershipId, change: PAST[change] }
      line.dispatch({ type: 'membership-changed', ...changed, at: line.now() })
      return { ok: true, value: { userId } }
    }),
  }
}
