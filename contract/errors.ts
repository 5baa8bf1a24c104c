/**
 * Every error the product API answers with: its HTTP status and the Thai sentence a customer may be shown.
 * The body is `{error, message, fields?, requestId, retryAfter?}` (see `errorBody` in schema/common.ts).
 */
const entries = {
  VALIDATION: [400, 'ข้อมูลไม่ถูกต้อง กรุณาตรวจสอบอีกครั้ง'],
  UNAUTHORIZED: [401, 'กรุณาเข้าสู่ระบบ'],
  SESSION_EXPIRED: [401, 'หมดเวลาการเข้าสู่ระบบ กรุณาเข้าสู่ระบบใหม่'],
  LINE_TOKEN_REQUIRED: [401, 'กรุณาเข้าสู่ระบบด้วย LINE'],
  LINE_TOKEN_INVALID: [401, 'ยืนยันตัวตนกับ LINE ไม่สำเร็จ'],
  LINE_TOKEN_EXPIRED: [401, 'การยืนยันตัวตนกับ LINE หมดอายุ กรุณาเข้าสู่ระบบใหม่'],
  LINE_USER_MISMATCH: [401, 'บัญชี LINE ไม่ตรงกับผู้ใช้ที่เข้าสู่ระบบ'],
  CUSTOMER_NOT_REGISTERED: [401, 'ยังไม่ได้ลงทะเบียน'],
  CUSTOMER_CANCELLED: [401, 'บัญชีนี้ยกเลิกการเข้าร่วมแล้ว'],
  FORBIDDEN: [403, 'ไม่มีสิทธิ์ทำรายการนี้'],
  CAMPAIGN_NOT_STARTED: [403, 'กิจกรรมยังไม่เริ่ม'],
  CAMPAIGN_ENDED: [403, 'กิจกรรมสิ้นสุดแล้ว'],
  UNDER_AGE: [403, 'อายุยังไม่ถึงเกณฑ์ที่เข้าร่วมได้'],
  STAFF_PIN_WRONG: [403, 'รหัสเจ้าหน้าที่ไม่ถูกต้อง'],
  NOT_FOUND: [404, 'ไม่พบข้อมูล'],
  REWARD_NOT_CREATED: [404, 'ยังไม่มีสิทธิ์รับรางวัล'],
  IMAGE_MISSING: [404, 'ยังไม่ได้อัปโหลดรูปภาพ'],
  METHOD_NOT_ALLOWED: [405, 'ไม่รองรับคำขอนี้'],
  OWNER_MISMATCH: [409, 'รายการนี้เป็นของผู้ใช้อื่น'],
  PHONE_TAKEN: [409, 'เบอร์โทรศัพท์นี้ถูกใช้แล้ว'],
  VERSION_CONFLICT: [409, 'มีการแก้ไขใหม่กว่า โหลดข้อมูลล่าสุด'],
  DRAW_SEALED: [409, 'ปิดรายชื่อผู้มีสิทธิ์แล้ว กรุณาสละสิทธิ์ก่อน'],
  REWARD_LOCKED: [409, 'ยังไม่ได้รับสิทธิ์นี้'],
  REWARD_USED: [409, 'ใช้สิทธิ์นี้ไปแล้ว'],
  OUT_OF_STOCK: [409, 'ของรางวัลหมดแล้ว'],
  OUT_OF_PERIOD: [422, 'อยู่นอกช่วงเวลาที่กำหนด'],
  NOT_A_WINNER: [409, 'ไม่พบสิทธิ์'],
  CONFIRM_CLOSED: [409, 'หมดเวลายืนยันสิทธิ์'],
  QUESTION_CLOSED: [409, 'ปิดรับคำตอบแล้ว'],
  ANSWERED: [409, 'ตอบคำถามนี้แล้ว'],
  IMAGE_QUOTA: [409, 'จำนวนรูปภาพเกินกำหนด'],
  RECEIPT_DUPLICATE: [409, 'ใบเสร็จนี้ถูกใช้แล้ว'],
  DAILY_LIMIT: [409, 'ส่งใบเสร็จครบจำนวนของวันนี้แล้ว'],
  NOT_EDITABLE: [409, 'รายการนี้แก้ไขไม่ได้แล้ว'],
  RESUBMIT_LIMIT: [409, 'ส่งแก้ไขครบจำนวนครั้งแล้ว'],
  TOO_LARGE: [413, 'ข้อมูลมีขนาดใหญ่เกินไป'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'ไม่รองรับข้อมูลชนิดนี้'],
  IMAGE_TYPE: [415, 'รองรับเฉพาะรูปภาพ JPEG, PNG หรือ WebP'],
  IDEMPOTENCY_KEY_REUSED: [422, 'รายการนี้ถูกส่งด้วยข้อมูลอื่นไปแล้ว'],
  IMAGE_HASH: [422, 'รูปภาพเสียหายระหว่างส่ง กรุณาลองใหม่'],
  IMAGE_DIMENSIONS: [422, 'ขนาดรูปภาพไม่ถูกต้อง'],
  STORE_CLOSED: [422, 'ร้านค้านี้ไม่ร่วมรายการ'],
  BELOW_MINIMUM: [422, 'ยอดซื้อไม่ถึงขั้นต่ำ'],
  RATE_LIMITED: [429, 'ทำรายการถี่เกินไป กรุณารอสักครู่'],
  STAFF_PIN_LOCKED: [429, 'ใส่รหัสผิดหลายครั้ง กรุณารอสักครู่'],
  INTERNAL: [500, 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง'],
  UNAVAILABLE: [503, 'ระบบไม่พร้อมให้บริการชั่วคราว กรุณาลองใหม่'],
  LINE_UNAVAILABLE: [503, 'ติดต่อ LINE ไม่ได้ กรุณาลองใหม่'],
} as const

export type ErrorCode = keyof typeof entries

/** The codes as a list, in the order above. */
export const errorCodes = Object.keys(entries) as ErrorCode[]

/** The HTTP status that goes with a code. */
export const statusOf = (code: ErrorCode): number => entries[code][0]

/** The Thai sentence that goes with a code. */
export const messageOf = (code: ErrorCode): string => entries[code][1]

/** Whether a text names an error of this API: an answer from a portal or a proxy does not. */
export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === 'string' && Object.hasOwn(entries, text)

/** Errors that any call may answer with, besides its own. */
export const commonErrors = [
  'VALIDATION',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** Errors that any call with a bearer token may answer with, besides its own. */
export const bearerErrors = [
  'UNAUTHORIZED',
  'SESSION_EXPIRED',
  'OWNER_MISMATCH',
] as const satisfies readonly ErrorCode[]
