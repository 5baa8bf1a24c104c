import type { AdvertisedPrize } from '#server/draw/advertised.ts'

/** Few prizes, so that even eight customers compete for them. */
export const prizes: readonly AdvertisedPrize[] = [
  {
    key: 'concert',
    titleTh: 'บัตรคอนเสิร์ต 2 ที่นั่ง',
    titleEn: 'Two concert tickets',
    valueBaht: 5000,
    delivery: 'seat',
    count: 1,
  },
  {
    key: 'case',
    titleTh: 'ฟองฟูยกลัง',
    titleEn: 'A case of Fongfu',
    valueBaht: 800,
    delivery: 'shipped',
    count: 1,
  },
]

/** The initial stock of the limited rewards. It is small, so that customers compete for them. */
export const limitedStock: Readonly<Record<string, number>> = { welcome: 2, answer: 1 }
