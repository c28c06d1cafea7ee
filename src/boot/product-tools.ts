import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CatalogModule, ToolRegistry, type CatalogTool } from '../catalog/index.js';
import { readConfig } from '../config/index.js';
import { Database, PlatformModule } from '../platform/index.js';
import { SUITES } from '../suites.js';

/** The catalog of the product, read without a database: the pool connects only when it is asked. */
export async function productTools(): Promise<CatalogTool[]> {
  const database = new Database({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  const config = readConfig({ LOG_LEVEL: 'silent', METRICS_ENABLED: 'false' });
  @Module({ imports: [PlatformModule.forRoot(config, database), CatalogModule, ...SUITES] })
  class SchemasModule {}
  const context = await NestFactory.createApplicationContext(SchemasModule, { logger: false });
  const tools = context.get(ToolRegistry).list();
  await context.close();
  await database.close();
  return tools;
}
