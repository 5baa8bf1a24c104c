import type { NoticeTexts } from './en.ts'

export const th: NoticeTexts = {
  lang: 'th',
  header: 'LINE จำลอง',

  closedTitle: 'แอปปิดแล้ว',
  closed: 'แอปปิดตัวเองแล้ว',
  closedNote: 'ใน LINE ตอนนี้จะกลับไปที่แชท หน้านี้เป็นของ LINE จำลอง',
  linked: 'เชื่อมบัญชีแล้ว',
  linkedNote: 'บอตจะได้รับ webhook accountLink ส่วนใน LINE จริง ผู้ใช้จะกลับไปที่แชท',
  openAgain: name => `เปิด ${name} อีกครั้ง`,

  opening: 'กำลังเปิดแอป',
  notOpened: 'เปิดแอปไม่สำเร็จ',
  noScenario: name => `ไม่มีสถานการณ์ชื่อ “${name}”`,
  knownScenarios: 'สถานการณ์ที่มี:',
  erasing: 'กำลังลบข้อมูลในโทรศัพท์เครื่องนี้',

  blocked: url =>
    `แอปกำลังจะไปที่ ${url} ด้วยวิธีที่ LINE จำลองติดตามไม่ได้ในเบราว์เซอร์นี้ เบราว์เซอร์จึงบล็อกไว้ เพราะอาจออกไปที่ LINE จริง โปรดใช้ลิงก์ location.href = … หรือ location.assign(…)`,
  loadAgain: 'โหลดแอปใหม่',
  dismiss: 'ซ่อนข้อความนี้',

  offline: 'โทรศัพท์ไม่มีเครือข่าย',
  offlineNote: 'โทรศัพท์จำลองออฟไลน์อยู่ ตั้งเครือข่ายเป็นปกติแล้วลองอีกครั้ง',
  tryAgain: 'ลองอีกครั้ง',

  linkTitle: 'หน้าอื่นของ LINE',
  linkOpens: what => `LINE จะเปิด${what}ที่นี่`,
  linkNote: 'LINE จำลองไม่มีหน้านี้ บนโทรศัพท์ ลิงก์จะเปิดหน้านี้',
  links: {
    share: 'หน้าแชร์ให้เพื่อนและกลุ่ม',
    accountChat: 'แชทกับบัญชีทางการพร้อมข้อความที่จะส่ง',
    recommend: 'หน้าแนะนำบัญชีทางการให้เพื่อน',
    account: 'หน้าของบัญชี',
    group: 'คำเชิญเข้ากลุ่มหรือโอเพนแชท',
    camera: 'กล้อง รูปภาพ หรือตำแหน่งที่ตั้ง',
    call: 'การโทร',
    voom: ' LINE VOOM ',
    shop: 'ร้านสติกเกอร์และธีม',
    terms: 'ข้อกำหนดและนโยบาย',
    screen: 'หน้าจอของแอป',
    website: 'เว็บไซต์',
  },
  backTo: name => `กลับไปที่ ${name}`,

  insteadOfLine: 'LINE จำลองแสดงหน้านี้แทนหน้าข้อผิดพลาดของ LINE',
  badRequest: 'คำขอไม่ถูกต้อง',
  notFound: 'ไม่พบหน้านี้',
  mustBe: (name, value) => `${name} ต้องเป็น ${value}`,
  codeChallengeLength: length => `code_challenge ต้องมี ${length} ตัวอักษร`,
  notUnderEndpoint: (redirectUri, endpoint) => `redirect_uri ${redirectUri} ไม่ได้อยู่ใต้ endpoint ${endpoint}`,
  unknownChannel: (clientId, known) =>
    `client_id ${clientId} ไม่ใช่แชนเนล LINE Login ของแอปใดในสถานการณ์นี้ แชนเนล LINE Login ที่มี: ${known}`,
  botChannel: (clientId, known) =>
    `client_id ${clientId} เป็นแชนเนล Messaging API ของสถานการณ์นี้ ซึ่ง liff-emulator ส่งให้เซิร์ฟเวอร์เป็น LINE_CHANNEL_ID เมื่อ environment และ .env ไม่ได้กำหนดค่าไว้ แชนเนล LINE Login ที่มี: ${known}`,
  notCallback: (redirectUri, known) =>
    `redirect_uri ${redirectUri} ไม่ใช่ callback URL ของแชนเนลนี้ callback URL ของแชนเนล: ${known}`,
  ownCallbacks: 'ทุก URL ของเครื่องนี้และของ origin ของแอป',
  friendAnswer: 'answer ต้องเป็น add, block หรือ unblock',
  accountLink: 'ต้องมี linkToken และ nonce ต้องมี 10 ถึง 255 ตัวอักษร',
  unusableLinkToken: 'link token นี้ถูกใช้ไปแล้ว หมดอายุ หรือเป็นของผู้ใช้อื่น',
  identifier: 'identifier ต้องเป็นตัวอักษรอังกฤษหรือตัวเลข',
  noScreen: 'LINE ไม่ได้เปิดหน้าจอนี้อยู่',
  unknownOtt: 'ไม่รู้จัก ott นี้ หรือเป็นของแอป LIFF อื่น',
  notSubWindow: 'ไม่ใช่หน้าต่างย่อย',
  sdkInsideLine: 'หน้านี้ของ LINE เปิดได้จาก SDK ภายใน LINE เท่านั้น',
  sdkInWindow: 'หน้านี้ของ LINE เปิดได้จาก SDK ในหน้าต่างเท่านั้น',
  channelRoles: (name, channel, roles) =>
    `${name} เปิดแชนเนลภายใน “${channel}” ไม่ได้ ต้องมีบทบาทใน MINI App อย่างใดอย่างหนึ่งต่อไปนี้: ${roles} ตั้งได้ที่ apps[].miniApp.roles`,
  unknownApp: 'ไม่รู้จักแอป LIFF นี้',
  unknownAppNote: (requested, known) => `${requested} ไม่ใช่แอปของสถานการณ์นี้ LIFF ID ที่มี: ${known}`,
  notEmulated: 'LINE จำลองไม่รองรับ',
  notEmulatedNote: (request, supported) => `LINE จำลองไม่รองรับ ${request} ดูรายการที่รองรับได้ที่ ${supported}`,
}
