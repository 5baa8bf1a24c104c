import { actionButton } from './en/action-button.ts'
import { chat } from './en/chat.ts'
import { composer } from './en/composer.ts'
import { controls } from './en/controls.ts'
import { exam } from './en/exam.ts'
import { frame } from './en/frame.ts'
import { groups } from './en/groups.ts'
import { miniApp } from './en/mini-app.ts'
import { phone } from './en/phone.ts'
import { purchases } from './en/purchases.ts'
import { timeline } from './en/timeline.ts'
import { tools } from './en/tools.ts'
import { webhooks } from './en/webhooks.ts'

/** Scenarios are missing here, because the emulator itself sends their names and descriptions in English. */
export const en = {
  lang: 'en' as const,
  name: 'English',
  locale: 'en-GB',
  scenarios: {},
  actionButton,
  chat,
  composer,
  controls,
  exam,
  frame,
  groups,
  miniApp,
  phone,
  purchases,
  timeline,
  tools,
  webhooks,
}
