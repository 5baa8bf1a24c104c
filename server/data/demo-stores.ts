/** Branches of four invented chains: province code, branch. Believable, and nobody's. */
type Chain = { chain: string; prefix: string; hint: string; branches: readonly (readonly [number, string])[] }

const chains: readonly Chain[] = [
  {
    chain: 'บ้านดีมาร์ท',
    prefix: 'BD',
    hint: 'เลขที่ใต้คำว่า "ใบเสร็จรับเงิน" ขึ้นต้นด้วย BD เช่น BD-1203-004567',
    branches: [
      [10, 'สีลม'],
      [10, 'อารีย์'],
      [10, 'ลาดพร้าว 71'],
      [10, 'บางแค'],
      [12, 'แคราย'],
      [13, 'คลองหลวง'],
      [11, 'สำโรง'],
      [20, 'ศรีราชา'],
      [30, 'ปากช่อง'],
      [40, 'มะลิวัลย์'],
      [50, 'นิมมานเหมินท์'],
      [90, 'หาดใหญ่ใน'],
      [83, 'ฉลอง'],
    ],
  },
  {
    chain: 'สุขใจซูเปอร์',
    prefix: 'SJ',
    hint: 'เลข 10 หลักมุมขวาบน เช่น 2501034789',
    branches: [
      [10, 'พระราม 9'],
      [10, 'เอกมัย'],
      [10, 'ปิ่นเกล้า'],
      [10, 'มีนบุรี'],
      [12, 'บางใหญ่'],
      [73, 'ศาลายา'],
      [74, 'มหาชัย'],
      [21, 'บ้านฉาง'],
      [31, 'นางรอง'],
      [41, 'หนองประจักษ์'],
      [57, 'ห้าแยกพ่อขุน'],
      [65, 'อินโดจีน'],
      [84, 'บ้านดอน'],
    ],
  },
  {
    chain: 'ฟ้าใสเฟรช',
    prefix: 'FS',
    hint: 'เลขที่หลังคำว่า "INV" เช่น INV/68/000123',
    branches: [
      [10, 'ทองหล่อ'],
      [10, 'ราชพฤกษ์'],
      [10, 'สุขุมวิท 101'],
      [11, 'บางพลี'],
      [14, 'วังน้อย'],
      [18, 'ในเมือง'],
      [22, 'ท่าช้าง'],
      [34, 'วารินชำราบ'],
      [52, 'สบตุ๋ย'],
      [70, 'บ้านโป่ง'],
      [77, 'หัวหิน'],
      [81, 'อ่าวนาง'],
    ],
  },
  {
    chain: 'ตลาดทองพลาซ่า',
    prefix: 'TT',
    hint: 'เลขที่บรรทัดสุดท้ายของใบเสร็จ เช่น TT 88-1204',
    branches: [
      [10, 'บางกะปิ'],
      [10, 'วงเวียนใหญ่'],
      [13, 'รังสิต'],
      [19, 'แก่งคอย'],
      [24, 'บางปะกง'],
      [45, 'บึงพลาญชัย'],
      [60, 'ปากน้ำโพ'],
      [63, 'แม่สอด'],
      [72, 'สองพี่น้อง'],
      [80, 'ทุ่งสง'],
      [92, 'ห้วยยอด'],
      [95, 'สะเตง'],
    ],
  },
]

/** The demo campaign's stores as rows; ids count from 1, `code` is what the QR at the counter holds. */
export function demoStores() {
  const rows = chains.flatMap(({ chain, prefix, hint, branches }) =>
    branches.map(([provinceId, branch], index) => ({
      chain,
      name_th: `${chain} สาขา${branch}`,
      branch,
      province_id: provinceId,
      receipt_no_hint: hint,
      code: `${prefix}-${provinceId}-${String(index + 1).padStart(3, '0')}`,
      active: 1,
    })),
  )
  return rows.map((row, index) => ({ id: index + 1, ...row }))
}
