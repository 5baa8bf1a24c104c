import type { DefinedPrize, Prize } from '#server/campaign/prizes.ts'
import { DrawRefusal } from './refusal.ts'

/**
 * A prize from `campaign/prizes.ts`, as the app shows it to customers. `event` and `counter` are unchecked, because a
 * draw is independent of them.
 */
export type AdvertisedPrize = DefinedPrize & { readonly event?: unknown; readonly counter?: unknown }

/** Prizes from an older release have no key, so their Thai titles are compared. */
const isSame = (advertised: AdvertisedPrize, prize: Prize): boolean =>
  prize.key === undefined ? prize.titleTh === advertised.titleTh : prize.key === advertised.key

type Difference = { readonly titleTh: string; readonly titleEn: string; readonly texts: readonly string[] }

/** Returns the prizes that differ, with a text for each difference. Reserves are not prizes, so they may differ. */
function differencesIn(prizes: readonly Prize[], advertised: readonly AdvertisedPrize[]): Difference[] {
  const drawn = prizes.filter(prize => !prize.reserve)
  const known = advertised.map(one => {
    const { titleTh, titleEn = titleTh } = one
    return { titleTh, titleEn, texts: differencesOf(one, drawn) }
  })
  const unknown = drawn
    .filter(prize => !advertised.some(one => isSame(one, prize)))
    .map(({ key, titleTh, titleEn = titleTh, count }) => ({
      titleTh,
      titleEn,
      texts: [`"${key ?? titleTh}": the app does not advertise this prize, the draw has ${count}`],
    }))
  return [...known, ...unknown].filter(({ texts }) => texts.length > 0)
}

export const advertisedDifferences = (
  prizes: readonly Prize[],
  advertised: readonly AdvertisedPrize[],
): string[] => differencesIn(prizes, advertised).flatMap(({ texts }) => texts)

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

/** Throws DrawRefusal, with advice, if the draw's prizes differ from the advertised ones. */
export function requireAdvertised(prizes: readonly Prize[], advertised: readonly AdvertisedPrize[]): void {
  const differences = differencesIn(prizes, advertised)
  if (differences.length === 0) return
  throw new DrawRefusal(
    'PRIZES_DIFFER',
    {
      prizesTh: differences.map(one => one.titleTh).join(', '),
      prizesEn: differences.map(one => one.titleEn).join(', '),
    },
    [
      'The prizes of the draw differ from those that the app advertises (campaign/prizes.ts):',
      ...differences.flatMap(({ texts }) => texts.map(text => `  ${text}`)),
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

export const withDefinition = (prizes: readonly Prize[], advertised: readonly AdvertisedPrize[]): Prize[] =>
  prizes.map(prize => {
    const known = advertised.find(one => !prize.reserve && [one.key, one.titleTh].includes(prize.titleTh))
    if (!known) return prize
    const { key, titleTh, titleEn, valueBaht, delivery } = known
    return { key, titleTh, titleEn, valueBaht, delivery, count: prize.count }
  })
