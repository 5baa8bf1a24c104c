import type { GroupTexts } from '../en/groups.ts'

export const groups: GroupTexts = {
  chats: 'แชททั้งหมด',
  members: 'สมาชิก',
  make: { group: 'กลุ่มใหม่', room: 'ห้องใหม่' },
  makeTitle: {
    group: 'กลุ่มของผู้ใช้ทุกคนกับบัญชี บอตจะได้รับ webhook join',
    room: 'ห้องของผู้ใช้ทุกคนกับบัญชี ซึ่งไม่มีชื่อใน LINE บอตจะได้รับ webhook join',
  },
  nameOf: { group: number => `กลุ่ม ${number}`, room: number => `ห้อง ${number}` },
  acts: { join: 'เข้าร่วม', leave: 'ออก', invite: 'เชิญ', remove: 'นำออก' },
  letUser: { join: name => `ให้ ${name} เข้าร่วม`, leave: name => `ให้ ${name} ออก` },
  letAccount: { invite: name => `เชิญ ${name}`, remove: name => `นำ ${name} ออก` },
  noAccount: 'บัญชีไม่ได้อยู่ในกลุ่มนี้ บอตจึงไม่ได้รับอะไร',
  unsentBy: name => `${name} ยกเลิกการส่งข้อความ`,
  notes: {
    joined: names => `${names} เข้าร่วมแชท`,
    left: names => `${names} ออกจากแชท`,
    removed: name => `${name} ถูกนำออกจากแชท`,
  },
  relation: 'การเป็นเพื่อนและสมาชิก',
  friendship: { none: 'เพิ่มเพื่อน', friend: 'บล็อก', blocked: 'เลิกบล็อก' },
  letFriend: {
    none: name => `เพิ่ม ${name} เป็นเพื่อน`,
    friend: name => `บล็อก ${name}`,
    blocked: name => `เลิกบล็อก ${name}`,
  },
  membership: { join: 'สมัคร', renew: 'ต่ออายุ', leave: 'ยกเลิก' },
  letMember: {
    join: title => `สมัครสมาชิก ${title}`,
    renew: title => `ต่ออายุสมาชิก ${title}`,
    leave: title => `ยกเลิกสมาชิก ${title}`,
  },
  months: count => `เดือนที่ ${count}`,
  newMembership: 'แพ็กเกจสมาชิกใหม่',
  newMembershipTitle: 'แพ็กเกจสมาชิกของบัญชี การสมัคร ต่ออายุ และยกเลิกจะส่ง webhook membership',
}
