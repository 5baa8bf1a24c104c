/**
 * The organiser, as named in the terms and the privacy notice. Replace every value in [square brackets]: both `doctor`
 * and the production server (at startup) list any values still to be replaced.
 */
export const organiser = {
  nameTh: '[ชื่อนิติบุคคลผู้จัดกิจกรรม]',
  nameEn: "[the organiser's legal name]",
  addressTh: '[ที่อยู่จดทะเบียน]',
  addressEn: '[registered address]',
  phone: '[02-000-0000]',
  email: '[help@brand.example]',
  /** Contact of the data protection officer, or of the person who answers requests about personal data. */
  dpo: '[ช่องทางติดต่อเจ้าหน้าที่คุ้มครองข้อมูลส่วนบุคคล]',
  /** The office that issued the lucky-draw permit, and the date of the permit. */
  permitOfficeTh: '[หน่วยงานที่ออกใบอนุญาต]',
  permitOfficeEn: '[issuing office]',
  permitDateTh: '[วันที่ออกใบอนุญาต]',
  permitDateEn: '[date of the permit]',
  areaTh: 'ทั่วประเทศไทย',
  areaEn: 'all of Thailand',
  drawPlaceTh: '[สถานที่จับรางวัล]',
  drawPlaceEn: '[place of the draw]',
  announceTh: 'ในแอปนี้ และ [ช่องทางประกาศผลอื่น]',
  announceEn: 'in this app and [other channels]',
  claimPlaceTh: '[สถานที่และระยะเวลารับรางวัล]',
  claimPlaceEn: '[place and period for collecting prizes]',
  /** Companies that process personal data for the organiser, such as hosting and delivery. */
  processorsTh: '[ผู้ให้บริการโฮสติ้งและผู้ให้บริการขนส่ง]',
  processorsEn: '[hosting and delivery companies]',
  /**
   * Where the data is stored and processed. Transfers to another country need a safeguard (PDPA sections 28 and 29).
   */
  countriesTh: '[ประเทศ และมาตรการคุ้มครองหากอยู่นอกประเทศไทย]',
  countriesEn: '[countries, with the safeguards outside Thailand]',
} as const
