import type { today as thai } from '../th/today.ts'

export const today: Readonly<Record<keyof typeof thai, string>> = {
  'today.quota.nearly': 'LINE’s quota of messages for this month is nearly used up.',
  'today.quota.used': 'LINE’s quota of messages for this month is used up. LINE accepts none until {time}.',
  'today.quota.counted': '{used} of {limit} messages counted, {waiting} waiting.',
  'today.quota.winners':
    '{count} messages to winners wait until the deadline in their text. Call these winners: choose “{filter}” on the page',
  'today.quota.raise':
    'Change the plan or raise the limit for additional messages in LINE Official Account Manager. LINE does not report which of the two is used up. The server then sends the waiting messages automatically, each once. News without a deadline is dropped after three days.',
  'today.joins.text':
    'Joins are customers who have registered, in the hour of their first visit. So the number of an earlier day can still grow.',
  'today.region.north': 'North',
  'today.region.northeast': 'Northeast',
  'today.region.central': 'Central',
  'today.region.east': 'East',
  'today.region.west': 'West',
  'today.region.south': 'South',
  'today.region.none': 'Unknown region',
  'today.regions.text': 'The six regions of the Royal Society. Only provinces with receipts count.',
  'today.ages': 'Age of the pending receipts',
  'today.age': 'Waiting for',
  'today.age.1': 'Less than 1 hour',
  'today.age.6': '1 to 6 hours',
  'today.age.24': '6 to 24 hours',
  'today.age.72': '1 to 3 days',
  'today.age.more': 'More than 3 days',
  'today.waited.by-hour': 'Average wait for a decision by hour',
  'today.waited.by-day': 'Average wait for a decision by day',
  'today.waited': 'Minutes',
  'today.waited.none': 'No decision',
  'today.waited.text':
    'The average for the receipts decided in this period, from the first sending to the latest decision, including the time that customers took for corrections.',
  'today.stock': 'Stock of rewards by day',
  'today.stock.text':
    'The stock at the end of each day, calculated from the current stock and the rewards used since. If someone changed the stock, the numbers before that day are off by that amount.',
}
