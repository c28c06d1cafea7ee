import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { CONFIG, type Config } from '../../config/index.js';
import { RANDOM, type Random } from '../../kernel/index.js';
import { serveRequest } from '../logger/index.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { hostAllowed } from './host.js';
import { jsonBody } from './json-body.js';
import { hostRefused } from './refusal.js';
import { requestContext } from './trace.js';

/** Options of `NestFactory.create` that `useHttpEdge` counts on. */
export const HTTP_EDGE_OPTIONS = { bodyParser: false, cors: false, forceCloseConnections: true } as const;

/**
 * Puts what every REST request passes in front of the routes, outermost first: ids, safe headers, CORS (a preflight ends
 * here, before any authentication), Host, JSON body. Call it before `app.init()`.
 */
export function useHttpEdge(app: NestExpressApplication): void {
  const { http, production } = app.get<Config>(CONFIG);
  const random = app.get<Random>(RANDOM);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(assignIds(random));
  app.use(helmet({ strictTransportSecurity: production && http.publicUrl.startsWith('https:') }));
  app.use(cors(http));
  app.use(checkHost(http));
  app.use(jsonBody(http.bodyLimitBytes));
}

function assignIds(random: Random) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const context = requestContext(request.headers, random);
    response.setHeader('X-Request-Id', context.requestId);
    serveRequest(context, response, () => next());
  };
}

function cors(http: Config['http']) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    // Fetch, 4.8: an OPTIONS with Origin and Access-Control-Request-Method is a preflight.
    if (request.method === 'OPTIONS' && origin !== undefined && 'access-control-request-method' in request.headers) {
      const requested = request.headers['access-control-request-headers'];
      response.writeHead(204, preflightHeaders(origin, requested, http)).end();
      return;
    }
    // A streamed answer is written through the raw response too, so the headers are set, not passed along.
    for (const [name, value] of Object.entries(corsHeaders(origin, http))) response.setHeader(name, value);
    next();
  };
}

function checkHost(http: Config['http']) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    // Probes of an orchestrator name the server by its inner address; the health pages tell nothing to a stranger.
    const allowed = request.path.startsWith('/health/') || hostAllowed(request.headers.host, http);
    if (allowed) next();
    else next(hostRefused());
  };
}
