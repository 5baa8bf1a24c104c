import type { Breaks } from './types.ts'

export const s2: Breaks = {
  'S2.1': {
    file: 'src/boot/routes.ts',
    find: "import type { ShellScreen } from './home-shell/due-screen.ts'",
    replace:
      "import type { ShellScreen } from './home-shell/due-screen.ts'\nimport '#src/screens/profile/profile.tsx'",
  },
  'S2.2': {
    file: 'src/platform/navigation.ts',
    find: "const moves = ['popstate', ...changes] as const",
    replace: 'const moves = [...changes] as const',
  },
  'S2.3': {
    file: 'src/boot/route-guard.ts',
    find: "    case 'offline':",
    replace: "    case 'offline':\n      return screen",
  },
  'S2.4': { file: 'src/boot/routes.ts', find: "  path: '/',", replace: "  path: '/home'," },
  'S2.5': { file: 'src/boot/routes.ts', find: "row('/answer',", replace: "row('/answers'," },
  'S2.6': { file: 'src/boot/routes.ts', find: "row('/Continue',", replace: "row('/Continued'," },
  'S2.7': {
    file: 'src/boot/routes.ts',
    find: "    'updateReceipt',",
    replace: "    'showReceipt',",
  },
  'S2.8': {
    file: 'src/screens/receipt/receipt.tsx',
    find: '  if (id === undefined) return <NewReceipt />',
    replace: '  if (id === undefined) return <NotFoundPage />',
  },
  'S2.9': { file: 'src/boot/routes.ts', find: "row('/profile',", replace: "row('/me'," },
  'S2.10': {
    file: 'src/boot/routes.ts',
    find: "    '/updateProfile',",
    replace: "    '/editProfile',",
  },
  'S2.11': { file: 'src/ui/receipt-card.tsx', find: 'href={`/receipt/', replace: 'href={`/receipts/' },
  'S2.12': {
    file: 'src/boot/routes.ts',
    find: "    '/answerHistory',",
    replace: "    '/answers',",
  },
  'S2.13': {
    file: 'src/startup/outcomes.ts',
    find: 'carriedQuery(facts.launch)',
    replace: "carriedQuery({ ...facts.launch, logstate: '' })",
  },
  'S2.14': {
    file: 'src/boot/routes.ts',
    find: "    '/watingAnouncer',",
    replace: "    '/waitingAnnouncer',",
  },
  'S2.15': { file: 'src/boot/routes.ts', find: "row('/thanks',", replace: "row('/thankYou'," },
  'S2.16': {
    file: 'src/boot/routes.ts',
    find: "row('/comingsoon',",
    replace: "row('/notStarted',",
  },
  'S2.17': {
    file: 'src/boot/routes.ts',
    find: "row('/qrcode', 'qrCode', 'open'",
    replace: "row('/qrcode', 'qrCode', 'signed-in'",
  },
  'S2.18': {
    file: 'src/boot/routes.ts',
    find: "row('/confirm',",
    replace: "row('/confirmConcert',",
  },
  'S2.19': { file: 'src/boot/routes.ts', find: "row('/endCampaign',", replace: "row('/ended'," },
  'S2.20': { file: 'src/boot/routes.ts', find: 'row(null', replace: "row('/notFound'" },
  'S2.21': { file: 'src/ui/layout.module.css', find: '  margin: 0 auto;', replace: '  margin: 0;' },
  'S2.22': {
    file: 'src/ui/dialog.tsx',
    find: 'dialog.showModal()',
    replace: 'dialog.show()',
  },
  'S2.23': {
    file: 'src/screens/startup/startup.tsx',
    find: '<p className={css.version}>{APP_VERSION}</p>',
    replace: '<p className={css.version} />',
  },
  'S2.24': {
    file: 'src/boot/route-guard.ts',
    find: "    case 'starting':",
    replace: "    case 'starting':\n      return screen",
  },
  'S2.25': {
    file: 'src/startup/after-login.ts',
    find: '  if (redirect !== null) return redirect === path ? null : redirect',
    replace: '',
  },
  'S2.26': { file: 'contract/campaign-link.ts', find: "  '/updateprofile',", replace: '' },
  'S2.27': {
    file: 'src/startup/after-login.ts',
    find: "  return staysAfterLogin(path) ? null : '/'",
    replace: '  return null',
  },
  'S2.28': {
    file: 'src/domain/page-view.ts',
    find: '  return seen === previous ? null : seen',
    replace: '  return previous === null ? seen : null',
  },
  'S2.29': {
    file: 'src/boot/route-guard.ts',
    find: "      return guard === 'open' ? screen : startup",
    replace: '      return startup',
  },
}
