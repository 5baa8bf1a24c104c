import { useEffect, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import type { Photo } from '#src/ports.ts'
import { Celebrate } from '#src/ui/art/celebrate.tsx'
import { Confetti } from '#src/ui/art/confetti.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Checkbox, Choices, Toggle } from '#src/ui/choice.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { BirthDateField } from '#src/ui/date-fields.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card, Page } from '#src/ui/page.tsx'
import { PhotoInput } from '#src/ui/photo-input.tsx'
import { ProgressWait } from '#src/ui/progress-line.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { SelectField } from '#src/ui/select-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Slide } from '#src/ui/slide.tsx'
import { Loading } from '#src/ui/spinner.tsx'
import { MoneyField, TextArea, TextField } from '#src/ui/text-field.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { NOW } from '#tests/kit/fake-data.ts'
import { somePhoto } from '#tests/kit/fake-state.ts'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const
const severities = ['info', 'success', 'warning', 'error'] as const
const tones = ['here', 'wait', 'good', 'bad', 'none'] as const
const empties = ['receipt', 'answer', 'gift', 'ticket'] as const
const options = ['หนึ่ง', 'สอง', 'สาม'].map(label => ({ value: label, label }))
const row = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' } as const

export function Parts() {
  return (
    <Page title="ชิ้นส่วน">
      <ProgressWait />
      <Buttons />
      <Inputs />
      <Chosen />
      <Photos />
      <States />
      <Over />
    </Page>
  )
}

function Buttons() {
  return (
    <Card title="ปุ่ม">
      {kinds.map(kind => (
        <Button key={kind} kind={kind} icon="camera">
          {kind} ส่งใบเสร็จ
        </Button>
      ))}
      <Button busy>กำลังส่ง</Button>
      <Button disabled>กดไม่ได้</Button>
      <p style={row}>
        <Button small>เล็ก</Button>
        <Button small kind="secondary" icon="rotate">
          เล็ก
        </Button>
      </p>
      <Slide label="เลื่อนเพื่อใช้คูปอง" busyLabel="กำลังใช้คูปอง" confirmLabel="ยืนยัน" onDone={() => {}} />
      <Slide busy label="เลื่อนอยู่" busyLabel="กำลังใช้คูปอง" confirmLabel="ยืนยัน" onDone={() => {}} />
      <Slide disabled label="เลื่อนไม่ได้" busyLabel="กำลังใช้คูปอง" confirmLabel="ยืนยัน" onDone={() => {}} />
    </Card>
  )
}

function Inputs() {
  const [text, setText] = useState('ข้อความที่กรอกไว้')
  const [day, setDay] = useState('1998-04-13')
  const [amount, setAmount] = useState('1250.50')
  const field = { value: text, onChange: setText }
  return (
    <Card title="ช่องกรอก">
      <TextField {...field} name="a" label="ชื่อ" hint="คำแนะนำใต้ช่อง" />
      <TextField {...field} name="b" label="ผิด" error="กรุณากรอกชื่อ" />
      <TextField {...field} name="c" label="อ่านอย่างเดียว" readOnly />
      <TextArea {...field} name="d" label="หลายบรรทัด" optional />
      <SelectField {...field} name="e" label="รายการ" placeholder="เลือก" value="" options={options} />
      <SelectField
        {...field}
        name="f"
        label="รายการที่ผิด"
        placeholder="เลือก"
        value=""
        options={options}
        error="กรุณาเลือก"
      />
      <SelectField {...field} name="g" label="ปิดอยู่" placeholder="เลือก" disabled value="" options={options} />
      <BirthDateField label="วันเกิด" value={day} onChange={setDay} lastYear={2026} />
      <BirthDateField
        label="วันเกิดที่ผิด"
        value="2026--"
        onChange={setDay}
        lastYear={2026}
        error="กรุณาเลือกวันเกิด"
      />
      <MoneyField name="i" label="ยอดเงิน (บาท)" value={amount} onChange={setAmount} />
    </Card>
  )
}

function Chosen() {
  const [chosen, setChosen] = useState('สอง')
  const [on, setOn] = useState(true)
  return (
    <Card title="ตัวเลือก">
      <Choices legend="ตัวเลือก" value={chosen} options={options} onChange={setChosen} />
      <Choices stacked legend="เรียงลง" value={chosen} options={options} onChange={setChosen} />
      <Choices legend="ยังไม่เลือก" value="" options={options} onChange={setChosen} error="กรุณาเลือก" />
      <Checkbox name="j" label="ยอมรับ" checked={on} onChange={setOn} hint="คำอธิบาย" />
      <Checkbox name="k" label="ยังไม่ยอมรับ" checked={false} onChange={setOn} error="กดยอมรับก่อนร่วมกิจกรรม" />
      <Toggle label="สวิตช์เปิด" checked={on} onChange={setOn} />
      <Toggle label="สวิตช์ปิด" checked={!on} onChange={value => setOn(!value)} />
    </Card>
  )
}

function Photos() {
  const { receipts } = useApp()
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  useEffect(() => {
    void receipts
      .photo(somePhoto.sha256)
      .then(blob => blob?.arrayBuffer())
      .then(bytes => setPhotos([{ ...somePhoto, bytes: bytes ?? somePhoto.bytes }]))
  }, [receipts])
  return (
    <Card title="รูปถ่าย">
      <PhotoInput draftId="" photos={[]} kept={[]} onChange={() => {}} />
      <PhotoInput draftId="" photos={photos} kept={[]} onChange={setPhotos} error="กรุณาถ่ายหรือเลือกรูปใบเสร็จ" />
    </Card>
  )
}

function States() {
  return (
    <Card title="สถานะ">
      <p style={row}>
        {tones.map(tone => (
          <Chip key={tone} tone={tone} icon="clock" text={tone} />
        ))}
        <Avatar url={null} size={44} />
      </p>
      {severities.map(severity => (
        <Notice
          key={severity}
          severity={severity}
          title={severity}
          action={
            <Button small kind="secondary">
              ทำต่อ
            </Button>
          }
        >
          ข้อความอธิบายสั้น ๆ
        </Notice>
      ))}
      <Countdown until={NOW + 90_061_000} />
      <Countdown large until={NOW + 90_061_000} />
      <Loading />
      <SkeletonList rows={1} height={60} />
      {empties.map(of => (
        <EmptyState key={of} of={of} title="ยังไม่มีอะไรในนี้" text="คำอธิบายว่าทำอย่างไรต่อ" />
      ))}
      <Celebrate />
      <Qr text="https://liff.line.me/2000000001-Campaign" label="รหัส QR" />
    </Card>
  )
}

function Over() {
  const { toasts } = useApp()
  const [open, setOpen] = useState(false)
  const [thrown, setThrown] = useState(0)
  const close = () => setOpen(false)
  return (
    <Card title="ที่ลอยอยู่ด้านบน">
      <p>
        คำอธิบายเพิ่ม <Tooltip label="คืออะไร" text="ข้อความสั้น ๆ กว้างไม่เกิน 12.5 rem ในกล่องนี้" />
      </p>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        เปิดกล่อง
      </Button>
      <Button
        kind="secondary"
        onClick={() => {
          for (const severity of severities) toasts.show(severity, `ข้อความแจ้ง ${severity}`)
        }}
      >
        แสดงข้อความแจ้ง
      </Button>
      <Button kind="secondary" onClick={() => setThrown(thrown + 1)}>
        โปรยกระดาษ
      </Button>
      {thrown > 0 && <Confetti key={thrown} />}
      {open && (
        <Dialog title="คำถามในกล่อง" onClose={close}>
          <p>กว้างไม่เกิน 728 px และไม่มีแถบหัวเรื่อง</p>
          <DialogButtons>
            <Button kind="secondary" onClick={close}>
              กลับ
            </Button>
            <Button onClick={close}>ตกลง</Button>
          </DialogButtons>
        </Dialog>
      )}
    </Card>
  )
}
