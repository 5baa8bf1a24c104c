import { options } from '../types.ts'

export const miniApp = {
  kinds: options({
    liff: { label: 'LIFF app', title: 'A LIFF app on a LINE Login channel' },
    unverified: { label: 'Unverified', title: 'A MINI App that LINE has not verified' },
    verified: { label: 'Verified', title: 'A MINI App that LINE has verified' },
  }),
  channels: options({
    developing: { label: 'Developing', title: 'Only admins and testers can open the app' },
    review: { label: 'Review', title: 'Only LINE’s reviewers can open the app' },
    published: { label: 'Published', title: 'Everyone can open the app' },
  }),
  roles: options({
    none: { label: 'None' },
    admin: { label: 'Admin' },
    tester: { label: 'Tester' },
    reviewer: { label: 'Reviewer (at LINE)' },
  }),
  simplification: options({
    off: { label: 'In full', title: 'The first opening asks for all scopes' },
    on: { label: 'Simplified', title: 'The first opening asks for nothing and grants openid' },
  }),
  regions: options({ JP: { label: 'Japan' }, TH: { label: 'Thailand' }, TW: { label: 'Taiwan' } }),
}

export type MiniAppTexts = typeof miniApp
