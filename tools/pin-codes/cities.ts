// What people call the city of a PIN code, and its state.

/** By the first digits, where a city is another thing than the district; the longest one counts. */
const cityOfDigits: Record<string, string> = {
  '110': 'Delhi',
  '1600': 'Chandigarh',
  '160055': 'Mohali',
  '160059': 'Mohali',
  '160062': 'Mohali',
  '160071': 'Mohali',
  '140308': 'Mohali',
  '201301': 'Noida',
  '201303': 'Noida',
  '201304': 'Noida',
  '201305': 'Noida',
  '201307': 'Noida',
  '201309': 'Noida',
  '201306': 'Greater Noida',
  '201308': 'Greater Noida',
  '201310': 'Greater Noida',
  '380': 'Ahmedabad',
  '400': 'Mumbai',
  '4006': 'Thane',
  '4007': 'Navi Mumbai',
  '401101': 'Mira Bhayandar',
  '401104': 'Mira Bhayandar',
  '401105': 'Mira Bhayandar',
  '401107': 'Mira Bhayandar',
  '410206': 'Navi Mumbai',
  '410208': 'Navi Mumbai',
  '410209': 'Navi Mumbai',
  '410210': 'Navi Mumbai',
  '410218': 'Navi Mumbai',
  '421201': 'Dombivli',
  '421202': 'Dombivli',
  '421203': 'Dombivli',
  '421204': 'Dombivli',
  '421301': 'Kalyan',
  '421306': 'Kalyan',
  '411': 'Pune',
  '500': 'Hyderabad',
  '5060': 'Warangal',
  '5200': 'Vijayawada',
  '533101': 'Rajahmundry',
  '533102': 'Rajahmundry',
  '533103': 'Rajahmundry',
  '533104': 'Rajahmundry',
  '533105': 'Rajahmundry',
  '530': 'Visakhapatnam',
  '560': 'Bengaluru',
  '575': 'Mangaluru',
  '5800': 'Dharwad',
  '580020': 'Hubballi',
  '580021': 'Hubballi',
  '580022': 'Hubballi',
  '580023': 'Hubballi',
  '580024': 'Hubballi',
  '580025': 'Hubballi',
  '580028': 'Hubballi',
  '580029': 'Hubballi',
  '580030': 'Hubballi',
  '580031': 'Hubballi',
  '580032': 'Hubballi',
  '600': 'Chennai',
  '6820': 'Kochi',
  '605012': 'Puducherry',
  '682555': 'Lakshadweep',
  '700': 'Kolkata',
  '7111': 'Howrah',
  '7132': 'Durgapur',
  '7133': 'Asansol',
  '7340': 'Siliguri',
  '7510': 'Bhubaneswar',
  '7600': 'Berhampur',
  '7690': 'Rourkela',
  '7810': 'Guwahati',
  '7990': 'Agartala',
  '8270': 'Bokaro',
  '8310': 'Jamshedpur',
}

/** Districts as people write them, where that isn't the official name in lower case. */
const cityOfDistrict: Record<string, string> = {
  '24 PARAGANAS NORTH': 'North 24 Parganas',
  '24 PARAGANAS SOUTH': 'South 24 Parganas',
  AHMADABAD: 'Ahmedabad',
  ANUGUL: 'Angul',
  BALESHWAR: 'Balasore',
  'BANAS KANTHA': 'Banaskantha',
  'BENGALURU URBAN': 'Bengaluru',
  'BHADRADRI KOTHAGUDEM': 'Kothagudem',
  CHAMARAJANAGARA: 'Chamarajanagar',
  CHHOTAUDEPUR: 'Chhota Udepur',
  COOCHBEHAR: 'Cooch Behar',
  'DINAJPUR DAKSHIN': 'Dakshin Dinajpur',
  'DINAJPUR UTTAR': 'Uttar Dinajpur',
  DAVANGERE: 'Davanagere',
  DOHAD: 'Dahod',
  'EAST DISTRICT': 'East Sikkim',
  'EAST NIMAR': 'Khandwa',
  'EAST SINGHBUM': 'East Singhbhum',
  GANGANAGAR: 'Sri Ganganagar',
  HOSHANGABAD: 'Narmadapuram',
  'IMPHAL EAST': 'Imphal',
  'IMPHAL WEST': 'Imphal',
  'JAYASHANKAR BHUPALAPALLY': 'Bhupalpally',
  KACHCHH: 'Kutch',
  'KAIMUR (BHABUA)': 'Kaimur',
  'KAMRUP METRO': 'Guwahati',
  'KANPUR NAGAR': 'Kanpur',
  KHERI: 'Lakhimpur Kheri',
  'KUMURAM BHEEM ASIFABAD': 'Asifabad',
  'KUSHI NAGAR': 'Kushinagar',
  'LAHUL AND SPITI': 'Lahaul and Spiti',
  'LAKSHADWEEP DISTRICT': 'Lakshadweep',
  'LEH LADAKH': 'Leh',
  MAHESANA: 'Mehsana',
  MALDAH: 'Malda',
  'MEDCHAL MALKAJGIRI': 'Medchal',
  'MEDINIPUR EAST': 'Purba Medinipur',
  'MEDINIPUR WEST': 'Paschim Medinipur',
  'MUMBAI SUBURBAN': 'Mumbai',
  'NORTH DISTRICT': 'North Sikkim',
  'PANCH MAHALS': 'Panchmahal',
  'PASHCHIM CHAMPARAN': 'West Champaran',
  PONDICHERRY: 'Puducherry',
  'PURBA BARDHAMAN': 'Bardhaman',
  'PURBI CHAMPARAN': 'East Champaran',
  'RAJANNA SIRCILLA': 'Sircilla',
  'RUDRA PRAYAG': 'Rudraprayag',
  'S.A.S NAGAR': 'Mohali',
  'SABAR KANTHA': 'Sabarkantha',
  'SANT KABEER NAGAR': 'Sant Kabir Nagar',
  'SIDDHARTH NAGAR': 'Siddharthnagar',
  SONEPUR: 'Subarnapur',
  'SOUTH ANDAMANS': 'South Andaman',
  'SOUTH DISTRICT': 'South Sikkim',
  'SPSR NELLORE': 'Nellore',
  'THE NILGIRIS': 'Nilgiris',
  TUTICORIN: 'Thoothukudi',
  'UDAM SINGH NAGAR': 'Udham Singh Nagar',
  'UTTAR KASHI': 'Uttarkashi',
  VIJAYNAGAR: 'Vijayanagara',
  VISAKHAPATANAM: 'Visakhapatnam',
  'WEST DISTRICT': 'West Sikkim',
  'Y.S.R.': 'Kadapa',
  'YADADRI BHUVANAGIRI': 'Bhuvanagiri',
}

const stateNames: Record<string, string> = {
  'THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU': 'Dadra and Nagar Haveli and Daman and Diu',
}

const small = new Set(['and', 'da', 'of', 'the'])
/** 'JAMMU AND KASHMIR' as 'Jammu and Kashmir'. */
export const inTitleCase = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\p{L}\p{M}]+/gu, (word) =>
      small.has(word) ? word : word[0]?.toUpperCase() + word.slice(1),
    )

export function cityOf(pinCode: string, district: string): string {
  for (let digits = pinCode.length; digits >= 3; digits--) {
    const city = cityOfDigits[pinCode.slice(0, digits)]
    if (city !== undefined) return city
  }
  return cityOfDistrict[district] ?? inTitleCase(district)
}

export const stateOf = (state: string): string => stateNames[state] ?? inTitleCase(state)

/** Districts of union territories that are surrounded by a state. */
export const enclaves: ReadonlySet<string> = new Set([
  ...['MAHE', 'YANAM', 'KARAIKAL', 'PONDICHERRY'],
  ...['DIU', 'DAMAN', 'DADRA AND NAGAR HAVELI'],
])

/** For PIN codes whose state is missing in the source. */
export const stateOfPinCode: Record<string, string> = { '605012': 'PUDUCHERRY' }
