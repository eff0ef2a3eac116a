import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Requests a page as a browser does that goes there, and follows no redirect. `fetch` requests it as the script of another page would. */
export async function navigate(address: string | URL, method = 'GET'): Promise<Response> {
	const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
	const sent = request(address, { method, headers, agent: false }).end();
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	const body = await buffer(answer);
	return new Response(body.length > 0 ? new Uint8Array(body) : null, {
		status: answer.statusCode ?? 0,
		headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
	});
}
