const JAPAN =
  '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県'
const TAIWAN =
  '台北市 新北市 桃園市 台中市 台南市 高雄市 基隆市 新竹市 嘉義市 新竹縣 苗栗縣 彰化縣 南投縣 雲林縣 嘉義縣 屏東縣 宜蘭縣 花蓮縣 台東縣 澎湖縣 金門縣 連江縣'
const THAILAND = 'Bangkok Pattaya Northern Central Southern Eastern NorthEastern Western'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  jp: JAPAN.split(' '),
  tw: TAIWAN.split(' '),
  th: THAILAND.split(' '),
}

/** `area` is a code such as `th_01`. */
export function areaName(area: string): string | null {
  const [country = '', number] = area.split('_')
  return NAMES[country]?.[Number(number) - 1] ?? null
}
