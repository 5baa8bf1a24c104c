import { type Fields, fieldsOf } from '../../fields.ts'
import { AREA } from '../../scenario/demographics-schema.ts'
import type { User } from '../../scenario/schema.ts'
import { type BotAnswer, invalidBody } from './operation.ts'

/** A user with an unknown attribute matches no filter on that attribute. */
export type UserFilter = (user: User) => boolean

/** Operators are not counted. */
const MAX_FILTERS = 10

/** Lower bounds of LINE's age groups. The first group starts at 0. */
export const AGES = [15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70]
export const PERIODS = [7, 30, 90, 180, 365]

class FilterProblem extends Error {
  readonly property: string
  constructor(message: string, property: string) {
    super(message)
    this.property = property
  }
}

function valuesIn({ oneOf }: Fields, path: string, isAllowed: (value: string) => boolean): readonly string[] {
  if (!Array.isArray(oneOf) || oneOf.length === 0)
    throw new FilterProblem('May not be empty', `${path}.oneOf`)
  const wrong = oneOf.findIndex(value => typeof value !== 'string' || !isAllowed(value))
  if (wrong >= 0) throw new FilterProblem('Invalid value', `${path}.oneOf[${wrong}]`)
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
    throw new FilterProblem(`Must be one of the following values: [${allowed}]`, `${path}.${name}`)
  }
  const gte = limit('gte', 0)
  const lt = limit('lt', Number.POSITIVE_INFINITY)
  if (gte === 0 && lt === Number.POSITIVE_INFINITY) throw new FilterProblem('May not be empty', `${path}.gte`)
  if (gte >= lt) throw new FilterProblem('gte must be less than lt', path)
  return (value: number | null | undefined) => typeof value === 'number' && value >= gte && value < lt
}

function operatorIn(operator: Fields, path: string, count: { filters: number }): UserFilter {
  const given = (['and', 'or', 'not'] as const).filter(name => (operator[name] ?? null) !== null)
  const [name] = given
  if (name === undefined || given.length > 1)
    throw new FilterProblem('Specify exactly one of and, or and not', path)
  if (name === 'not') {
    const inner = filterIn(operator.not, `${path}.not`, count)
    return user => !inner(user)
  }
  const list = operator[name]
  if (!Array.isArray(list) || list.length === 0)
    throw new FilterProblem('May not be empty', `${path}.${name}`)
  const parts = list.map((part, at) => filterIn(part, `${path}.${name}[${at}]`, count))
  return name === 'and' ? user => parts.every(part => part(user)) : user => parts.some(part => part(user))
}

function filterIn(value: unknown, path: string, count: { filters: number }): UserFilter {
  const filter = fieldsOf(value)
  if (filter.type === 'operator') return operatorIn(filter, path, count)
  count.filters += 1
  if (count.filters > MAX_FILTERS)
    throw new FilterProblem(`size must be between 1 and ${MAX_FILTERS}`, 'filter.demographic')
  const among = (isAllowed: (value: string) => boolean, of: (user: User) => string | null | undefined) => {
    const values = valuesIn(filter, path, isAllowed)
    return (user: User) => values.includes(of(user) ?? '')
  }
  switch (filter.type) {
    case 'gender':
      return among(
        gender => gender === 'male' || gender === 'female',
        user => user.demographics?.gender,
      )
    case 'appType':
      return among(
        appType => appType === 'ios' || appType === 'android',
        user => user.demographics?.appType,
      )
    case 'area':
      return among(
        area => AREA.test(area),
        user => user.demographics?.area,
      )
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
      throw new FilterProblem(`Must be one of the following values: [${types}]`, `${path}.type`)
    }
  }
}

/** If there is no filter, all users match. */
export function demographicFilter(demographic: unknown): UserFilter | BotAnswer {
  if (demographic === undefined || demographic === null) return () => true
  try {
    return filterIn(demographic, 'filter.demographic', { filters: 0 })
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error
    const { message, property } = error
    return invalidBody([{ message, property }])
  }
}
