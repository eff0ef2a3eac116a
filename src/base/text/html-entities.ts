/**
 * The names of HTML 4, and the names of ASCII punctuation, which Markdown needs where a character itself has a meaning: `&vert;` in a
 * table. HTML 5 has two thousand more, which would take 11 KB of the package. Each group begins with the number of its first character,
 * and names the characters that follow one another.
 */
const groups = `
	0009 Tab NewLine; 0021 excl quot num dollar percnt amp apos lpar rpar ast plus comma; 002e period sol; 003a
	colon semi lt equals gt quest commat; 005b lbrack bsol rbrack Hat lowbar grave; 007b lbrace vert rbrace; 00a0
	nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
	micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring
	AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml
	times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
	egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
	ugrave uacute ucirc uuml yacute thorn yuml; 0152 OElig oelig; 0160 Scaron scaron; 0178 Yuml; 0192 fnof; 02c6
	circ; 02dc tilde; 0391 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi
	Rho; 03a3 Sigma Tau Upsilon Phi Chi Psi Omega; 03b1 alpha beta gamma delta epsilon zeta eta theta iota kappa
	lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega; 03d1 thetasym upsih; 03d6 piv; 2002
	ensp emsp; 2009 thinsp; 200c zwnj zwj lrm rlm; 2013 ndash mdash; 2018 lsquo rsquo sbquo; 201c ldquo rdquo
	bdquo; 2020 dagger Dagger bull; 2026 hellip; 2030 permil; 2032 prime Prime; 2039 lsaquo rsaquo; 203e oline;
	2044 frasl; 20ac euro; 2111 image; 2118 weierp; 211c real; 2122 trade; 2135 alefsym; 2190 larr uarr rarr darr
	harr; 21b5 crarr; 21d0 lArr uArr rArr dArr hArr; 2200 forall; 2202 part exist; 2205 empty; 2207 nabla isin
	notin; 220b ni; 220f prod; 2211 sum minus; 2217 lowast; 221a radic; 221d prop infin; 2220 ang; 2227 and or cap
	cup int; 2234 there4; 223c sim; 2245 cong; 2248 asymp; 2260 ne equiv; 2264 le ge; 2282 sub sup nsub; 2286 sube
	supe; 2295 oplus; 2297 otimes; 22a5 perp; 22c5 sdot; 2308 lceil rceil lfloor rfloor; 25ca loz; 2660 spades;
	2663 clubs; 2665 hearts diams; 27e8 lang rang
`;

const characters: ReadonlyMap<string, string> = new Map(
	groups.split(';').flatMap((group) => {
		const [first = '', ...names] = group.trim().split(/\s+/);
		return names.map((name, nth) => [name, String.fromCodePoint(Number.parseInt(first, 16) + nth)] as const);
	}),
);

/** Replaces character references, such as `&amp;` and `&#38;`, with what they stand for. Unknown ones stay. */
export function decodeEntities(text: string): string {
	return text.replace(
		/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,7}));/gi,
		(written, decimal, hexadecimal, name) => {
			if (name !== undefined) return characters.get(name) ?? written;
			const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
			return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : written;
		},
	);
}
