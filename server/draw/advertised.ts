import type { Prize } from '#server/campaign/prizes.ts'
import { DrawRefusal } from './refusal.ts'

/** A prize from `campaign/prizes.ts`, as the app shows it to customers. */
export type AdvertisedPrize = Required<
  Pick<Prize, 'key' | 'titleTh' | 'titleEn' | 'valueBaht' | 'delivery' | 'count'>
>

const isSame = (advertised: AdvertisedPrize, prize: Prize): boolean =>
  prize.key === undefined ? prize.titleTh === advertised.titleTh : prize.key === advertised.key

/**
 * Describes each difference between a draw's prizes and the advertised ones. Reserves are not prizes, so they may
 * differ. Prizes from an older release have no key and are matched by their Thai title.
 */
export function advertisedDifferences(
  prizes: readonly Prize[],
  advertised: readonly AdvertisedPrize[],
): string[] {
  const drawn = prizes.filter(prize => !prize.reserve)
  const unknown = drawn
    .filter(prize => !advertised.some(one => isSame(one, prize)))
    .map(
      prize =>
        `"${prize.key ?? prize.titleTh}": the app does not advertise this prize, the draw has ${prize.count}`,
    )
  return [...advertised.flatMap(one => differencesOf(one, drawn)), ...unknown]
}

function differencesOf(advertised: AdvertisedPrize, drawn: readonly Prize[]): string[] {
  const same = drawn.filter(prize => isSame(advertised, prize))
  const count = same.reduce((total, prize) => total + prize.count, 0)
  const name = `"${advertised.key}" (${advertised.titleTh})`
  const counts =
    count === advertised.count
      ? []
      : [`${name}: the app advertises ${advertised.count}, the draw has ${count}`]
  const others = (['titleTh', 'titleEn', 'valueBaht', 'delivery'] as const).flatMap(field =>
    same
      .filter(prize => prize[field] !== undefined && prize[field] !== advertised[field])
      .map(
        prize =>
          `${name}: the app advertises ${field} "${advertised[field]}", the draw has "${prize[field]}"`,
      ),
  )
  return [...counts, ...others]
}

type Titles = { readonly titleTh: string; readonly titleEn: string }

function differing(prizes: readonly Prize[], advertised: readonly AdvertisedPrize[]): Titles[] {
  const drawn = prizes.filter(prize => !prize.reserve)
  const changed = advertised.filter(one => differencesOf(one, drawn).length > 0)
  const unknown = drawn.filter(prize => !advertised.some(one => isSame(one, prize)))
  return [...changed, ...unknown].map(({ titleTh, titleEn = titleTh }) => ({ titleTh, titleEn }))
}

/**
 * Throws DrawRefusal if the draw's prizes differ from the advertised ones. The message says how to fix the difference.
 */
export function requireAdvertised(prizes: readonly Prize[], advertised: readonly AdvertisedPrize[]): void {
  const differences = advertisedDifferences(prizes, advertised)
  if (differences.length === 0) return
  const names = differing(prizes, advertised)
  throw new DrawRefusal(
    'PRIZES_DIFFER',
    {
      prizesTh: names.map(one => one.titleTh).join(', '),
      prizesEn: names.map(one => one.titleEn).join(', '),
    },
    [
      'The prizes of the draw differ from those that the app advertises (campaign/prizes.ts):',
      ...differences.map(difference => `  ${difference}`),
      ADVICE,
      `  ${commitOptions(prizes, advertised)}`,
      'Or correct campaign/prizes.ts, then build and deploy the app.',
    ].join('\n'),
  )
}

const ADVICE =
  'To draw the advertised prizes, run `draw commit` (with --again if the draw is committed) with:'

const commitOptions = (prizes: readonly Prize[], advertised: readonly AdvertisedPrize[]): string => {
  const reserves = prizes.filter(prize => prize.reserve).reduce((total, prize) => total + prize.count, 0)
  return [...advertised.map(({ key, count }) => `--prize "${key}=${count}"`), `--reserves ${reserves}`].join(
    ' ',
  )
}

/** Adds the advertised definition to prizes that were given by key or Thai title. */
export const withDefinition = (prizes: readonly Prize[], advertised: readonly AdvertisedPrize[]): Prize[] =>
  prizes.map(prize => {
    const known = advertised.find(one => !prize.reserve && [one.key, one.titleTh].includes(prize.titleTh))
    if (!known) return prize
    const { key, titleTh, titleEn, valueBaht, delivery } = known
    return { key, titleTh, titleEn, valueBaht, delivery, count: prize.count }
  })
