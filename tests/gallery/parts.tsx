import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Checkbox, Choices, Toggle } from '#src/ui/choice.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card, Page } from '#src/ui/page.tsx'
import { SelectField } from '#src/ui/select-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { TextArea, TextField } from '#src/ui/text-field.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const
const severities = ['info', 'success', 'warning', 'error'] as const
const tones = ['here', 'wait', 'good', 'bad', 'none'] as const

/** Every part of the design system in each of its states. */
export function Parts() {
  const [text, setText] = useState('ข้อความที่กรอกไว้')
  const [on, setOn] = useState(true)
  const options = ['หนึ่ง', 'สอง', 'สาม'].map(label => ({ value: label, label }))
  return (
    <Page title="ชิ้นส่วน">
      <Card title="ปุ่ม">
        {kinds.map(kind => (
          <Button key={kind} kind={kind} icon="camera">
            {kind} ส่งใบเสร็จ
          </Button>
        ))}
        <Button busy>กำลังส่ง</Button>
        <Button disabled>กดไม่ได้</Button>
      </Card>
      <Card title="ช่องกรอก">
        <TextField name="a" label="ชื่อ" value={text} onChange={setText} hint="คำแนะนำใต้ช่อง" />
        <TextField name="b" label="ผิด" value={text} onChange={setText} error="กรุณากรอกชื่อ" />
        <TextArea name="c" label="หลายบรรทัด" optional value={text} onChange={setText} />
        <SelectField
          name="d"
          label="รายการ"
          placeholder="เลือก"
          value=""
          options={options}
          onChange={setText}
        />
        <SelectField
          name="e"
          label="ปิดอยู่"
          placeholder="เลือก"
          disabled
          value=""
          options={options}
          onChange={setText}
        />
        <Choices legend="ตัวเลือก" value="สอง" options={options} onChange={setText} />
        <Checkbox name="f" label="ยอมรับ" checked={on} onChange={setOn} hint="คำอธิบาย" />
        <Checkbox name="g" label="ยังไม่ยอมรับ" checked={false} onChange={setOn} error="กรุณายอมรับ" />
        <Toggle label="สวิตช์" checked={on} onChange={setOn} />
        <p>
          คำอธิบายเพิ่ม <Tooltip label="คืออะไร" text="ข้อความสั้น ๆ กว้างไม่เกิน 12.5 rem ในกล่องนี้" />
        </p>
      </Card>
      <Card title="สถานะ">
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          {tones.map(tone => (
            <Chip key={tone} tone={tone} icon="clock" text={tone} />
          ))}
        </p>
        {severities.map(severity => (
          <Notice key={severity} severity={severity} title={severity}>
            ข้อความอธิบายสั้น ๆ
          </Notice>
        ))}
        <SkeletonList rows={1} height={60} />
      </Card>
    </Page>
  )
}
