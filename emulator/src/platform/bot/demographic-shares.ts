import type { User } from '../../scenario/schema.ts'
import { isFriend } from '../account.ts'
import { AGES, PERIODS } from './demographics.ts'
import { LEAST_USERS } from './message-statistics.ts'
import type { BotCall } from './operation.ts'

const JAPAN =
  '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県'
const TAIWAN =
  '台北市 新北市 桃園市 台中市 台南市 高雄市 基隆市 新竹市 嘉義市 新竹縣 苗栗縣 彰化縣 南投縣 雲林縣 嘉義縣 屏東縣 宜蘭縣 花蓮縣 台東縣 澎湖縣 金門縣 連江縣'
const THAILAND = 'Bangkok Pattaya Northern Central Southern Eastern NorthEastern Western'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  jp: JAPAN.split(' '),
  tw: TAIWAN.split(' '),
  th: THAILAND.split(' '),
}

/** `area` is a code such as `th_01`. */
function areaName(area: string): string | null {
  const [country = '', number] = area.split('_')
  return NAMES[country]?.[Number(number) - 1] ?? null
}

type Demographics = NonNullable<User['demographics']>

const UNKNOWN = 'unknown'

function ageGroup({ age }: Demographics): string {
  if (age === null) return UNKNOWN
  const at = AGES.findIndex(first => age < first)
  if (at < 0) return `from${AGES.at(-1)}`
  return `from${at === 0 ? 0 : AGES[at - 1]}to${(AGES[at] ?? 0) - 1}`
}

function period({ friendDays }: Demographics): string {
  if (friendDays === null) return UNKNOWN
  const most = PERIODS.find(days => friendDays < days)
  return most === undefined ? 'over365days' : `within${most}days`
}

const AGE_GROUPS = [...[0, ...AGES].map(age => ageGroup({ ...({} as Demographics), age })), UNKNOWN]
const PERIOD_NAMES = [...PERIODS.map(days => `within${days}days`), 'over365days', UNKNOWN]

/** Returns shares in percent, with one decimal place. */
function shares(key: string, groups: readonly string[], names: readonly string[]) {
  return groups.map(group => {
    const count = names.filter(name => name === group).length
    return { [key]: group, percentage: Math.round((count / names.length) * 1000) / 10 }
  })
}

/** LINE provides no demographics for fewer than 20 friends. */
export function demographicsOf({ scenario }: Pick<BotCall, 'scenario'>) {
  const friends = scenario.users.filter(({ userId }) => isFriend(scenario, userId))
  if (friends.length < LEAST_USERS) return { available: false }
  const of = (name: (demographics: Demographics) => string | null) =>
    friends.map(({ demographics }) => (demographics === null ? null : name(demographics)) ?? UNKNOWN)
  const areas = of(({ area }) => (area === null ? null : areaName(area)))
  const knownAreas = [...new Set(areas)].filter(name => name !== UNKNOWN).sort()
  const appTypes = of(({ appType }) => appType).map(name => (name === UNKNOWN ? 'others' : name))
  return {
    available: true,
    genders: shares(
      'gender',
      ['female', 'male', UNKNOWN],
      of(({ gender }) => gender),
    ),
    ages: shares('age', AGE_GROUPS, of(ageGroup)),
    areas: shares('area', [...knownAreas, UNKNOWN], areas),
    appTypes: shares('appType', ['ios', 'android', 'others'], appTypes),
    subscriptionPeriods: shares('subscriptionPeriod', PERIOD_NAMES, of(period)),
  }
}
