import type { setUpRewards as th } from '../th/set-up-rewards.ts'

export const setUpRewards: Readonly<Record<keyof typeof th, string>> = {
  'set-up.rewards.reward': 'Reward',
  'set-up.rewards.for': 'For',
  'set-up.rewards.for.registered': 'Registered customers',
  'set-up.rewards.for.answer': 'Customers who answered',
  'set-up.rewards.for.receipt': 'Customers with an approved receipt',
  'set-up.rewards.for.winner': 'Winners who confirmed',
  'set-up.rewards.for.lost': 'Customers who did not win',
  'set-up.rewards.period': 'Can be used',
  'set-up.rewards.whole': 'The whole campaign',
  'set-up.rewards.total': 'Total',
  'set-up.rewards.unlimited': 'Unlimited',
  'set-up.rewards.left': 'Left',
  'set-up.rewards.stock': 'Set the number',
  'set-up.rewards.stock-of': 'Number of “{name}”',
  'set-up.rewards.hint':
    'Includes the pieces that customers have used. To stop handing it out, enter the number used.',

  'set-up.rewards.note': 'The kind of a reward, and who gets it, cannot change once the campaign exists.',
  'set-up.rewards.change': 'Change texts and times',
  'set-up.rewards.change-of': 'Texts and times of “{name}”',
  'set-up.rewards.opens.hint': 'Leave empty if it can be used from the beginning',
  'set-up.rewards.closes.hint': 'Leave empty for no end',
  'set-up.rewards.en.hint': 'Can be empty. Customers who use English then see the Thai text',
  'set-up.rewards.conditions.hint': 'One per line, at most 10',
  'set-up.rewards.conditions-en.hint': 'One per line in the same order, for all conditions or for none',

  'set-up.rewards.no-opening': 'From the beginning',
  'set-up.rewards.no-end': 'No end',

  'set-up.field.titleTh': 'Name in Thai',
  'set-up.field.titleEn': 'Name in English',
  'set-up.field.textTh': 'Description in Thai',
  'set-up.field.textEn': 'Description in English',
  'set-up.field.conditionsTh': 'Conditions in Thai',
  'set-up.field.conditionsEn': 'Conditions in English',
  'set-up.field.usableFromAt': 'Can be used from',
  'set-up.field.usableUntilAt': 'Can be used until',

  'set-up.effect.reward-seen':
    'Registered customers who see this reward in the app: {count}. They see the new values when they next open it with a connection.',
  'set-up.effect.reward-held': 'Customers who hold it and have not used it: {count}',
  'set-up.effect.reward-not-held': 'At the moment, no customers hold it unused',
  'set-up.effect.reward-promised':
    'Customers who got it with the old texts: {count}. The new texts must not promise less.',
  'set-up.effect.reward-users': 'Customers who have used it and see the new texts with their code: {count}',
  'set-up.effect.reward-in-build':
    'Home and the terms in the app keep the old name, description and conditions until a new build.',
  'set-up.effect.reward-opens-now': 'Can be used immediately. Customers who hold it: {count}',
  'set-up.effect.reward-sooner': 'Customers who can use it sooner: {count}',
  'set-up.effect.reward-later': 'Customers who hold it and wait longer than the app has shown: {count}',
  'set-up.effect.reward-again': 'It had expired, and can be used again. Customers who hold it: {count}',
  'set-up.effect.reward-shorter': 'Customers who hold it and have less time than the app has shown: {count}',
  'set-up.effect.reward-longer': 'Customers who have more time to use it: {count}',

  'set-up.refusal.REWARD_CONDITIONS':
    'There must be as many English conditions as Thai ones, or none in English',
  'set-up.refusal.REWARD_OPENED': 'Customers can already use this reward, so its beginning cannot change',
  'set-up.refusal.REWARD_TIMES': 'Can be used until: must be later than the beginning',
  'set-up.refusal.REWARD_END_PAST': 'Can be used until: a new end must be in the future',
  'set-up.refusal.REWARD_NOTICE':
    'Customers who hold it unused: {count}. They must still have at least {days} days to use it.',
}
