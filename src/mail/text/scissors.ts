const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * Whether a line is the perforation above which git cuts the message off, such as `-- >8 --`, by the rules of git: more than a third
 * of the visible characters must be perforation, which consists of dashes, scissors and the gaps between them, and less than half of
 * it may be gaps.
 */
export function isScissors(line: string): boolean {
	const text = line.trim();
	// Most lines have no scissors, and a perforated line is not long.
	if (text.length < 8 || text.length > 1000 || !/>8|8<|>%|%</.test(text)) return false;
	let perforation = 0;
	let gap = 0;
	let hasScissors = false;
	let isPerforated = false;
	for (let at = 0; at < text.length; at += 1) {
		if (isSpace(text[at])) {
			if (!isPerforated) continue;
			perforation += 1;
			gap += 1;
		} else if (text[at] === '-') {
			isPerforated = true;
			perforation += 1;
		} else if (/^(?:>8|8<|>%|%<)$/.test(text.slice(at, at + 2))) {
			isPerforated = true;
			hasScissors = true;
			perforation += 2;
			at += 1;
		} else isPerforated = false;
	}
	if (isPerforated) {
		// Git counts the line break, and spaces before it, as a gap.
		const trailing = line.length - line.trimEnd().length + 1;
		perforation += trailing;
		gap += trailing;
	}
	// Git does not count the last character of scissors at the end.
	const visible = /(?:>8|8<|>%|%<)$/.test(text) ? text.length - 1 : text.length;
	return hasScissors && visible >= 8 && visible < perforation * 3 && gap * 2 < perforation;
}
