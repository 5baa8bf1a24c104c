import type { OwnLanguage } from '../../own-language.ts'

type About<Thing = string> = (thing: Thing) => string

/** Parts of LINE that links can open but the emulator does not support. */
export type LinkTarget =
  | 'share'
  | 'accountChat'
  | 'recommend'
  | 'account'
  | 'group'
  | 'camera'
  | 'call'
  | 'voom'
  | 'shop'
  | 'terms'
  | 'screen'
  | 'website'

/** Strings for the emulator's own pages. For LINE's pages, see `pages/texts`. */
export const en = {
  lang: 'en' as OwnLanguage,
  header: 'Emulated LINE',

  closedTitle: 'The app is closed',
  closed: 'The app has closed',
  closedNote: 'In LINE, the user would be back in the chat. The emulator shows this page instead.',
  linked: 'The accounts are linked',
  linkedNote: 'The bot gets the webhook accountLink. In LINE, the user would be back in the chat.',
  openAgain: (name => `Open ${name} again`) as About,

  opening: 'Opening the app',
  notOpened: 'The app could not be opened',
  noScenario: (name => `There is no scenario with the name “${name}”.`) as About,
  knownScenarios: 'Known scenarios:',
  erasing: 'Deleting the data of this phone',

  blocked: (url =>
    `The app navigated to ${url} in a way that the emulator cannot follow in this browser. The browser blocked it, because it could leave for the real LINE. Use a link, location.href = … or location.assign(…).`) as About,
  loadAgain: 'Load the app again',
  dismiss: 'Hide this message',

  offline: 'The phone has no network',
  offlineNote: 'The emulated phone is offline. Set its network to online, then try again.',
  tryAgain: 'Try again',

  linkTitle: 'Another part of LINE',
  linkOpens: (what => `LINE opens ${what} here`) as About,
  linkNote: 'The emulator does not have this part of LINE. On a phone, the link opens it.',
  links: {
    share: 'the screen to share with friends and groups',
    accountChat: 'the chat with the official account, with this text to send',
    recommend: 'the screen to recommend the official account to friends',
    account: 'the page of an account',
    group: 'the invitation to a group or an open chat',
    camera: 'the camera, the photos or the location',
    call: 'a call',
    voom: 'LINE VOOM',
    shop: 'the shop for stickers and themes',
    terms: 'LINE’s terms and policies',
    screen: 'one of its own screens',
    website: 'one of its websites',
  } satisfies Record<LinkTarget, string> as Readonly<Record<LinkTarget, string>>,
  backTo: (name => `Back to ${name}`) as About,

  insteadOfLine: 'The LIFF emulator shows this page instead of LINE’s own error page.',
  badRequest: 'Bad Request',
  notFound: 'Not Found',
  mustBe: ((name, value) => `${name} must be ${value}`) as (name: string, value: string) => string,
  codeChallengeLength: (length => `code_challenge must have ${length} characters`) as About<number>,
  notUnderEndpoint: ((redirectUri, endpoint) =>
    `redirect_uri ${redirectUri} is not under the endpoint ${endpoint}`) as (
    redirectUri: string,
    endpoint: string,
  ) => string,
  unknownChannel: ((clientId, known) =>
    `client_id ${clientId} is not the LINE Login channel of an app in this scenario. Its LINE Login channels: ${known}`) as (
    clientId: string,
    known: string,
  ) => string,
  botChannel: ((clientId, known) =>
    `client_id ${clientId} is this scenario’s Messaging API channel, which liff-emulator passes to a back end as LINE_CHANNEL_ID if neither its environment nor its .env sets that variable. The LINE Login channels: ${known}`) as (
    clientId: string,
    known: string,
  ) => string,
  notCallback: ((redirectUri, known) =>
    `redirect_uri ${redirectUri} is not a callback URL of this channel. Its callback URLs: ${known}`) as (
    redirectUri: string,
    known: string,
  ) => string,
  ownCallbacks: 'every URL of this machine and of the app’s own origin',
  friendAnswer: 'answer must be add, block or unblock',
  accountLink: 'linkToken must be given, and nonce must have 10 to 255 characters',
  unusableLinkToken: 'The link token was used before, has expired, or belongs to another user',
  identifier: 'identifier must be alphanumeric',
  noScreen: 'LINE has no such screen open',
  unknownOtt: 'The ott is unknown, or belongs to another LIFF app',
  notSubWindow: 'Not a sub-window',
  sdkInsideLine: 'Only the SDK can open this page of LINE, inside LINE.',
  sdkInWindow: 'Only the SDK can open this page of LINE, in a window.',
  channelRoles: ((name, channel, roles) =>
    `${name} cannot open the internal channel “${channel}”, which needs one of these roles on the MINI App: ${roles}. Set it in apps[].miniApp.roles.`) as (
    name: string,
    channel: string,
    roles: string,
  ) => string,
  unknownApp: 'Unknown LIFF app',
  unknownAppNote: ((requested, known) =>
    `${requested} is not an app of this scenario. Known LIFF IDs: ${known}`) as (
    requested: string,
    known: string,
  ) => string,
  notEmulated: 'Not emulated',
  notEmulatedNote: ((request, supported) =>
    `The emulated LINE does not support ${request}. See ${supported}`) as (
    request: string,
    supported: string,
  ) => string,
}

/** Strings for the emulator's own pages. Names passed to `openAgain` and `backTo` must be HTML-escaped. */
export type NoticeTexts = typeof en
