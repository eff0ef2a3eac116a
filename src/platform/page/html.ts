/** The parts of a page, as addresses that the page may load. */
export interface Frame {
	/** The page's script and style, and the source that its content security policy allows. */
	readonly script: string;
	readonly style: string;
	readonly source: string;
	/** Random, and new for every page. */
	readonly nonce: string;
	readonly title: string;
	/** The class of the body, which identifies the kind of page. */
	readonly page: string;
	/**
	 * The key of what the page shows. The page stores it at once, so that it can be restored even if the window is closed before the
	 * first snapshot.
	 */
	readonly key: string;
}

const escapes: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes text for HTML, including attributes. */
const escaped = (words: string): string => words.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/**
 * The HTML frame of a page. Nothing in it can reach the network: images are `data:` addresses from the host, which fetches an image only
 * when the user clicks on it. So even a bug in the Markdown rendering fetches nothing, and showing an image needs no reload of the page.
 */
export function frame({ script, style, source, nonce, title, page, key }: Frame): string {
	const policy = [
		"default-src 'none'",
		'img-src data:',
		`style-src ${source}`,
		`script-src 'nonce-${nonce}'`,
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body class="${page}" data-key="${escaped(key)}">
<div id="page"></div>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}
