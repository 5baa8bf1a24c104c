import { type Fields, fieldsOf } from '../../fields.ts'
import type { User } from '../../scenario/schema.ts'
import { AREA } from '../../scenario/user-schema.ts'
import type { BotAnswer } from './operation.ts'
import { operatorIn, orAnswer, refusedAt } from './operators.ts'

export type UserFilter = (user: User) => boolean

/** Operators are not counted. */
const MAX_FILTERS = 10

/** Lower bounds of LINE's age groups. The first group starts at 0. */
export const AGES = [15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70]
export const PERIODS = [7, 30, 90, 180, 365]

function valuesIn({ oneOf }: Fields, path: string, isAllowed: (value: string) => boolean): readonly string[] {
  if (!Array.isArray(oneOf) || oneOf.length === 0) throw refusedAt('May not be empty', `${path}.oneOf`)
  const wrong = oneOf.findIndex(value => typeof value !== 'string' || !isAllowed(value))
  if (wrong >= 0) throw refusedAt('Invalid value', `${path}.oneOf[${wrong}]`)
  return oneOf
}

/** Parses the `gte` and `lt` limits, for example `age_20`. */
function rangeIn(filter: Fields, path: string, prefix: 'age' | 'day', steps: readonly number[]) {
  const limit = (name: 'gte' | 'lt', unset: number) => {
    const value = filter[name]
    if (value === undefined || value === null) return unset
    const step = steps.find(each => `${prefix}_${each}` === value)
    if (step !== undefined) return step
    const allowed = steps.map(each => `${prefix}_${each}`).join(',')
    throw refusedAt(`Must be one of the following values: [${allowed}]`, `${path}.${name}`)
  }
  const gte = limit('gte', 0)
  const lt = limit('lt', Number.POSITIVE_INFINITY)
  if (gte === 0 && lt === Number.POSITIVE_INFINITY) throw refusedAt('May not be empty', `${path}.gte`)
  if (gte >= lt) throw refusedAt('gte must be less than lt', path)
  return (value: number | null | undefined) => typeof value === 'number' && value >= gte && value < lt
}

function ofOperator(operator: Fields, path: string, count: { filters: number }): UserFilter {
  const { name, parts } = operatorIn(operator, path, (part, at) => filterIn(part, at, count))
  if (name === 'or') return user => parts.some(part => part(user))
  return user => parts.every(part => part(user) === (name === 'and'))
}

const oneOf =
  (...values: readonly string[]) =>
  (value: string) =>
    values.includes(value)
const isArea = (area: string) => AREA.test(area)

function filterIn(value: unknown, path: string, count: { filters: number }): UserFilter {
  const filter = fieldsOf(value)
  if (filter.type === 'operator') return ofOperator(filter, path, count)
  count.filters += 1
  if (count.filters > MAX_FILTERS)
    throw refusedAt(`size must be between 1 and ${MAX_FILTERS}`, 'filter.demographic')
  const among = (isAllowed: (value: string) => boolean, of: (user: User) => string | null | undefined) => {
    const values = valuesIn(filter, path, isAllowed)
    return (user: User) => values.includes(of(user) ?? '')
  }
  switch (filter.type) {
    case 'gender':
      return among(oneOf('male', 'female'), user => user.demographics?.gender)
    case 'appType':
      return among(oneOf('ios', 'android'), user => user.demographics?.appType)
    case 'area':
      return among(isArea, user => user.demographics?.area)
    case 'age': {
      const isInRange = rangeIn(filter, path, 'age', AGES)
      return user => isInRange(user.demographics?.age)
    }
    case 'subscriptionPeriod': {
      const isInRange = rangeIn(filter, path, 'day', PERIODS)
      return user => isInRange(user.demographics?.friendDays)
    }
    default: {
      const types = 'age, appType, area, gender, operator, subscriptionPeriod'
      throw refusedAt(`Must be one of the following values: [${types}]`, `${path}.type`)
    }
  }
}

/** Without a filter, all users match. */
export function demographicFilter(demographic: unknown): UserFilter | BotAnswer {
  if (demographic === undefined || demographic === null) return () => true
  return orAnswer(() => filterIn(demographic, 'filter.demographic', { filters: 0 }))
}
