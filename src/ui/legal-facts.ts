import type { LegalFacts } from '#campaign/legal-facts.ts'
import type { Activity } from '#contract/schema/master.ts'
import type { Formats } from '#src/i18n/format.ts'

export const legalFacts = (activity: Activity, f: Formats): LegalFacts => ({
  permitNo: activity.permitNo,
  dates: {
    opens: f.dateTime(activity.opensAt),
    closes: f.dateTime(activity.closesAt),
    draw: f.dateTime(activity.drawAt),
    announce: f.dateTime(activity.announceAt),
    confirmBy: f.dateTime(activity.confirmBy),
  },
  bahtPerEntry: f.money(activity.bahtPerRight),
  minAmount: f.money(activity.minAmount),
  maxReceiptsPerDay: activity.maxReceiptsPerDay,
  minAge: activity.minAge,
  money: f.money,
  number: f.number,
})
