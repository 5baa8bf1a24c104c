import { fieldsOf } from '../../fields.ts'
import { numberOf } from './fields.ts'

type Area = { readonly left: string; readonly top: string; readonly width: string; readonly height: string }

export function areaOf(value: unknown, picture: { readonly width: number; readonly height: number }): Area {
  const { x, y, width, height } = fieldsOf(value)
  const percent = (length: unknown, whole: number) => `${((numberOf(length) ?? 0) / whole) * 100}%`
  return {
    left: percent(x, picture.width),
    top: percent(y, picture.height),
    width: percent(width, picture.width),
    height: percent(height, picture.height),
  }
}
